package main

import (
	"slices"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// entityKey identifies an entity of a volume's metadata.
type entityKey struct {
	kind, namespace, name, cluster string
}

func keyOf(entity *cnstypes.CnsKubernetesEntityMetadata) entityKey {
	return entityKey{
		kind: entity.EntityType, namespace: entity.Namespace, name: entity.EntityName, cluster: entity.ClusterID,
	}
}

// merge returns the metadata after an update. An entity or a cluster of the update replaces the one with the same key,
// or removes it. All others stay. A cluster that is removed takes its entities with it.
func merge(old, update cnstypes.CnsVolumeMetadata) (cnstypes.CnsVolumeMetadata, types.BaseMethodFault) {
	owner := update.ContainerCluster.ClusterId
	if owner == "" && len(update.ContainerClusterArray) > 0 {
		owner = update.ContainerClusterArray[0].ClusterId
	}
	if owner == "" {
		return old, &types.InvalidArgument{InvalidProperty: "metadata.containerCluster.clusterId"}
	}

	entities := slices.Clone(old.EntityMetadata)
	for _, each := range update.EntityMetadata {
		given, ok := each.(*cnstypes.CnsKubernetesEntityMetadata)
		if !ok || given.EntityName == "" || given.EntityType == "" {
			return old, &types.InvalidArgument{InvalidProperty: "metadata.entityMetadata"}
		}
		entity := *given
		if entity.ClusterID == "" {
			entity.ClusterID = owner
		}
		entities = withoutEntities(entities, func(known *cnstypes.CnsKubernetesEntityMetadata) bool {
			return keyOf(known) == keyOf(&entity)
		})
		if !entity.Delete {
			entities = append(entities, &entity)
		}
	}

	clusters := slices.Clone(clustersOf(old))
	for _, cluster := range clustersOf(update) {
		at := slices.IndexFunc(clusters, func(known cnstypes.CnsContainerCluster) bool {
			return known.ClusterId == cluster.ClusterId
		})
		switch {
		case cluster.Delete:
			entities = withoutEntities(entities, func(known *cnstypes.CnsKubernetesEntityMetadata) bool {
				return known.ClusterID == cluster.ClusterId
			})
			if at >= 0 {
				clusters = slices.Delete(clusters, at, at+1)
			}
		case at >= 0:
			clusters[at] = cluster
		default:
			clusters = append(clusters, cluster)
		}
	}

	merged := cnstypes.CnsVolumeMetadata{EntityMetadata: entities, ContainerClusterArray: clusters}
	if len(clusters) > 0 {
		merged.ContainerCluster = clusters[0]
	}
	return merged, nil
}

func withoutEntities(all []cnstypes.BaseCnsEntityMetadata, gone func(*cnstypes.CnsKubernetesEntityMetadata) bool) []cnstypes.BaseCnsEntityMetadata {
	return slices.DeleteFunc(all, func(each cnstypes.BaseCnsEntityMetadata) bool {
		entity, ok := each.(*cnstypes.CnsKubernetesEntityMetadata)
		return ok && gone(entity)
	})
}

// clustersOf returns the clusters of metadata. Clients that know only one cluster send no array.
func clustersOf(metadata cnstypes.CnsVolumeMetadata) []cnstypes.CnsContainerCluster {
	only := metadata.ContainerCluster
	known := slices.ContainsFunc(metadata.ContainerClusterArray, func(each cnstypes.CnsContainerCluster) bool {
		return each.ClusterId == only.ClusterId
	})
	if only.ClusterId == "" || known {
		return metadata.ContainerClusterArray
	}
	return append([]cnstypes.CnsContainerCluster{only}, metadata.ContainerClusterArray...)
}

func (m *volumeManager) updateMetadata(spec cnstypes.CnsVolumeMetadataUpdateSpec) cnstypes.BaseCnsVolumeOperationResult {
	v := m.known(spec.VolumeId.Id)
	if v == nil {
		return failed(spec.VolumeId, m.missing(spec.VolumeId))
	}
	merged, fault := merge(v.Metadata, spec.Metadata)
	if fault != nil {
		return failed(spec.VolumeId, fault)
	}
	v.Metadata = merged
	return failed(spec.VolumeId, nil)
}

// repeatsType returns true if metadata has two entities of one type in one cluster, whether it writes or removes them.
func repeatsType(metadata cnstypes.CnsVolumeMetadata) bool {
	seen := make(map[entityKey]bool)
	for _, each := range metadata.EntityMetadata {
		entity, ok := each.(*cnstypes.CnsKubernetesEntityMetadata)
		if !ok {
			continue
		}
		key := entityKey{kind: entity.EntityType, cluster: entity.ClusterID}
		if key.cluster == "" {
			key.cluster = metadata.ContainerCluster.ClusterId
		}
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// refusesNew returns true if a create has a spec of a block volume that repeats a type. See duplicatedEntity.
func (m *volumeManager) refusesNew(specs []cnstypes.CnsVolumeCreateSpec) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settings.OneEntityPerType && slices.ContainsFunc(specs, func(spec cnstypes.CnsVolumeCreateSpec) bool {
		return spec.VolumeType != string(cnstypes.CnsVolumeTypeFile) && repeatsType(spec.Metadata)
	})
}

// refusesUpdates returns true if an update has a spec of a block volume that repeats a type. See duplicatedEntity.
func (m *volumeManager) refusesUpdates(specs []cnstypes.CnsVolumeMetadataUpdateSpec) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settings.OneEntityPerType && slices.ContainsFunc(specs, func(spec cnstypes.CnsVolumeMetadataUpdateSpec) bool {
		v := m.volumes[spec.VolumeId.Id]
		return (v == nil || !v.isFile()) && repeatsType(spec.Metadata)
	})
}

// duplicatedEntity returns the fault of a call with such a spec. The text is from vsphere-csi-driver issues 598 and 883:
// CNS refuses the call, with all its specs, and starts no task. No source gives the type of the fault. The full sync
// of the Go driver sends one Pod of a block volume in a call for this reason (pkg/syncer/fullsync.go).
func duplicatedEntity() *soap.Fault {
	const text = "Duplicated entity for each entity type in one cluster is found."
	return simulator.Fault(text, cnsFault(text))
}
