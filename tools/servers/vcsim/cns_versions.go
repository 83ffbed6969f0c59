package main

import (
	"slices"

	cnstypes "github.com/vmware/govmomi/cns/types"
)

// since contains the first API versions of methods that older vCenters do not have.
var since = map[string]string{
	"CnsQueryAsync":      "7.0.3",
	"CnsCreateSnapshots": "7.0.3",
	"CnsDeleteSnapshots": "7.0.3",
	"CnsQuerySnapshots":  "7.0.3",
	"CnsQueryVolumeInfo": "8.0.2",
}

// The first API versions that know the elements of a request. A vCenter rejects requests with elements that it does not
// know. The client of govmomi leaves them out for older versions; see dropUnknownCreateSpecElements there.
const (
	severalClusters = "7.0" // flavour, list of clusters, cluster of an entity, entities that it refers to
	urlsOfDisks     = "7.0.1"
	distributions   = "7.0.2"
	snapshots       = "7.0.3"
	chosenIDs       = "9.1" // of volumes and snapshots: the operation fails, not the call
)

// tooNew returns true if a request has elements that a vCenter of this version does not know.
func tooNew(apiVersion string, request any) bool {
	switch r := request.(type) {
	case *cnstypes.CnsCreateVolume:
		return slices.ContainsFunc(r.CreateSpecs, func(spec cnstypes.CnsVolumeCreateSpec) bool {
			details, ok := spec.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails)
			return spec.VolumeSource != nil && older(apiVersion, snapshots) || ok && details.BackingDiskUrlPath != "" && older(apiVersion, urlsOfDisks) ||
				hasNewMetadata(apiVersion, spec.Metadata)
		})
	case *cnstypes.CnsUpdateVolumeMetadata:
		return slices.ContainsFunc(r.UpdateSpecs, func(spec cnstypes.CnsVolumeMetadataUpdateSpec) bool {
			return hasNewMetadata(apiVersion, spec.Metadata)
		})
	default:
		return false
	}
}

func hasNewMetadata(apiVersion string, metadata cnstypes.CnsVolumeMetadata) bool {
	clusters := append([]cnstypes.CnsContainerCluster{metadata.ContainerCluster}, metadata.ContainerClusterArray...)
	newCluster := func(cluster cnstypes.CnsContainerCluster) bool {
		return cluster.ClusterDistribution != "" && older(apiVersion, distributions) ||
			cluster.ClusterFlavor != "" && older(apiVersion, severalClusters)
	}
	newEntity := func(each cnstypes.BaseCnsEntityMetadata) bool {
		entity, ok := each.(*cnstypes.CnsKubernetesEntityMetadata)
		return each.GetCnsEntityMetadata().ClusterID != "" || ok && len(entity.ReferredEntity) > 0
	}
	return slices.ContainsFunc(clusters, newCluster) ||
		older(apiVersion, severalClusters) &&
			(len(clusters) > 1 || slices.ContainsFunc(metadata.EntityMetadata, newEntity))
}
