package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// fileShare is what a file volume is made of: a share of vSAN File Services. It has no First Class Disk, no device in a
// VM, and no snapshots. Several Nodes mount it by its access points.
type fileShare struct {
	ID         string `xml:"id"` // as in file:UUID
	Name       string `xml:"name"`
	Datastore  string `xml:"datastore"` // moref
	CapacityMb int64  `xml:"capacityMb"`
}

// isFile returns true for a file volume.
func (v *volume) isFile() bool {
	return v.Kind == string(cnstypes.CnsVolumeTypeFile)
}

// storeOf returns the datastore of a share. mu is held.
func (m *volumeManager) storeOf(share *fileShare) *simulator.Datastore {
	return get[simulator.Datastore](m.ctx, types.ManagedObjectReference{Type: "Datastore", Value: share.Datastore})
}

// shownFile returns all properties of a file volume. mu is held.
//
// The Go driver gives Nodes the access point NFSv4.1 (pkg/csi/service/vanilla, controller.go), and reads only these
// backing details.
func (m *volumeManager) shownFile(shown shownVolume) shownVolume {
	share := m.shares[shown.VolumeId.Id]
	if share == nil {
		shown.DatastoreAccessibilityStatus, shown.HealthStatus = unknown, unhealthy
		shown.BackingObjectDetails = &cnstypes.CnsVsanFileShareBackingDetails{}
		return shown
	}
	shown.DatastoreAccessibilityStatus, shown.HealthStatus = "accessible", healthy
	if store := m.storeOf(share); store != nil {
		shown.DatastoreUrl = urlOf(store)
	}
	export := strings.TrimPrefix(share.ID, "file:")
	shown.BackingObjectDetails = &cnstypes.CnsVsanFileShareBackingDetails{
		CnsFileBackingDetails: cnstypes.CnsFileBackingDetails{
			CnsBackingObjectDetails: cnstypes.CnsBackingObjectDetails{CapacityInMb: share.CapacityMb},
			BackingFileId:           share.ID,
		},
		Name: share.Name,
		AccessPoints: []types.KeyValue{
			{Key: "NFSv3", Value: "192.0.2.10:/" + export},
			{Key: "NFSv4.1", Value: "192.0.2.10:/vsanfs/" + export},
		},
	}
	return shown
}

// registerShare makes a file volume of a share that exists. The Go driver does this for a static PersistentVolume
// (pkg/syncer, with backingFileId).
func (m *volumeManager) registerShare(id string) ([]cnstypes.CnsPlacementResult, types.BaseMethodFault) {
	if m.known(id) != nil {
		return nil, &CnsAlreadyRegisteredFault{VolumeId: cnstypes.CnsVolumeId{Id: id}}
	}
	share := m.shares[id]
	if share == nil {
		return nil, new(types.NotFound)
	}
	return []cnstypes.CnsPlacementResult{{Datastore: m.storeOf(share).Self}}, nil
}

// extendShare makes a share larger, also while it is mounted. The same capacity again is no failure.
func (m *volumeManager) extendShare(share *fileShare, capacityMb int64) types.BaseMethodFault {
	switch {
	case share == nil:
		return new(types.NotFound)
	case capacityMb < share.CapacityMb:
		return &types.InvalidArgument{InvalidProperty: "extendSpecs.capacityInMb"}
	}
	share.CapacityMb = capacityMb
	return nil
}

// noFileSnapshots returns the fault for the snapshots of a file volume, or nil if the volume only has none. No
// source says what a vCenter answers: the Go driver asks only for block volumes.
func (m *volumeManager) noFileSnapshots() types.BaseMethodFault {
	if m.settings.FileSnapshots == "" {
		return nil
	}
	fault, _ := faultNamed(m.settings.FileSnapshots)
	return fault
}

type sharesRequest struct {
	Shares []shareSpec `json:"shares"`
}

type shareSpec struct {
	Datastore  string `json:"datastore"` // moref
	Name       string `json:"name"`
	CapacityMb int64  `json:"capacityMb"`
	// Cluster is the Kubernetes cluster whose Go driver made the file volume. If it is empty, CNS does not know the share.
	Cluster string `json:"cluster"`
}

// addShares creates file shares, and their volumes. This project creates none, but those of the Go driver exist.
func (m *volumeManager) addShares(request sharesRequest) (idsAnswer, error) {
	answer := idsAnswer{IDs: []string{}}
	for _, spec := range request.Shares {
		share := &fileShare{
			ID: "file:" + uuid.NewString(), Name: spec.Name, Datastore: spec.Datastore, CapacityMb: spec.CapacityMb,
		}
		if m.storeOf(share) == nil {
			return idsAnswer{}, fmt.Errorf("no datastore %q", spec.Datastore)
		}
		m.shares[share.ID] = share
		answer.IDs = append(answer.IDs, share.ID)
		if spec.Cluster == "" {
			continue
		}
		owner := cnstypes.CnsContainerCluster{
			ClusterType: string(cnstypes.CnsClusterTypeKubernetes), ClusterId: spec.Cluster,
			ClusterFlavor: string(cnstypes.CnsClusterFlavorVanilla),
		}
		m.sequence++
		m.volumes[share.ID] = &volume{
			ID: share.ID, Name: spec.Name, Kind: string(cnstypes.CnsVolumeTypeFile), Sequence: m.sequence,
			Metadata: cnstypes.CnsVolumeMetadata{
				ContainerCluster: owner, ContainerClusterArray: []cnstypes.CnsContainerCluster{owner},
			},
		}
	}
	return answer, nil
}

type shareAnswer struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	CapacityMb int64  `json:"capacityMb"`
	Datastore  string `json:"datastore"` // moref
	Volume     bool   `json:"volume"`    // CNS knows it
}

// listShares returns all file shares, with those that CNS does not know.
func (m *volumeManager) listShares() []shareAnswer {
	answer := []shareAnswer{}
	for _, id := range slices.Sorted(maps.Keys(m.shares)) {
		share := m.shares[id]
		answer = append(answer, shareAnswer{
			ID: id, Name: share.Name, CapacityMb: share.CapacityMb, Datastore: share.Datastore, Volume: m.known(id) != nil,
		})
	}
	return answer
}
