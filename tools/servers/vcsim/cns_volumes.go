package main

import (
	"github.com/google/uuid"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/pbm"
	pbmtypes "github.com/vmware/govmomi/pbm/types"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// volume is what CNS knows of a block volume. Its FCD, with the same id, has the capacity and the file.
type volume struct {
	ID       string                     `xml:"id"`
	Name     string                     `xml:"name"`
	Kind     string                     `xml:"kind"`
	Policy   string                     `xml:"policy"` // the id of a storage policy, or ""
	Sequence int64                      `xml:"sequence"`
	Metadata cnstypes.CnsVolumeMetadata `xml:"metadata"`
}

const longestName = 80 // of an FCD, in characters

// create creates a volume, or registers an existing FCD as a volume. Two volumes may have the same name.
func (m *volumeManager) create(spec cnstypes.CnsVolumeCreateSpec) cnstypes.BaseCnsVolumeOperationResult {
	result := &cnstypes.CnsVolumeCreateResult{Name: spec.Name}
	made, placed, fault := m.tryCreate(spec)
	result.PlacementResults = placed
	if fault != nil {
		result.Fault = localized(fault)
		return result
	}
	m.sequence++
	made.Sequence = m.sequence
	m.volumes[made.ID] = made
	result.VolumeId.Id = made.ID
	return result
}

func (m *volumeManager) tryCreate(spec cnstypes.CnsVolumeCreateSpec) (*volume, []cnstypes.CnsPlacementResult, types.BaseMethodFault) {
	metadata, fault := merge(cnstypes.CnsVolumeMetadata{}, spec.Metadata)
	if fault != nil {
		return nil, nil, fault
	}
	details, ok := spec.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails)
	switch {
	case spec.VolumeType == string(cnstypes.CnsVolumeTypeFile):
		return nil, nil, cnsFault("vSAN file services are not enabled.")
	case spec.VolumeType != string(cnstypes.CnsVolumeTypeBlock):
		return nil, nil, &types.InvalidArgument{InvalidProperty: "createSpecs.volumeType"}
	case !ok:
		return nil, nil, &types.InvalidArgument{InvalidProperty: "createSpecs.backingObjectDetails"}
	case details.BackingDiskUrlPath != "":
		return nil, nil, new(types.NotSupported)
	case spec.Name == "" || len([]rune(spec.Name)) > longestName:
		return nil, nil, &types.InvalidArgument{InvalidProperty: "createSpecs.name"}
	}
	policy, fault := m.policy(spec.Profile)
	if fault != nil {
		return nil, nil, fault
	}
	made := &volume{Name: spec.Name, Kind: spec.VolumeType, Policy: policy, Metadata: metadata}
	if details.BackingDiskId != "" {
		made.ID = details.BackingDiskId
		placed, fault := m.register(made.ID)
		return made, placed, fault
	}
	if details.CapacityInMb <= 0 {
		return nil, nil, &types.InvalidArgument{InvalidProperty: "createSpecs.backingObjectDetails.capacityInMb"}
	}
	if fault := m.checkSource(spec.VolumeSource, details.CapacityInMb); fault != nil {
		return nil, nil, fault
	}
	if made.ID, fault = m.idFor(spec.VolumeId); fault != nil {
		return nil, nil, fault
	}
	store, rejected, fault := m.placeDisk(spec.Datastores, details.CapacityInMb)
	if fault != nil {
		return nil, rejected, fault
	}
	if fault := m.addDisk(store, made.ID, made.Name, details.CapacityInMb); fault != nil {
		return nil, nil, fault
	}
	return made, []cnstypes.CnsPlacementResult{{Datastore: store.Self}}, nil
}

// idFor returns the id that the client chose, or a new one.
func (m *volumeManager) idFor(chosen *cnstypes.CnsVolumeId) (string, types.BaseMethodFault) {
	if chosen == nil {
		return uuid.NewString(), nil
	}
	if older(m.center.apiVersion(), chosenIDs) {
		return "", new(types.NotSupported)
	}
	if _, store := m.disk(chosen.Id); store != nil {
		return "", &cnstypes.CnsVolumeAlreadyExistsFault{VolumeId: *chosen, Datastore: store.Self}
	}
	return chosen.Id, nil
}

// register makes an existing FCD a volume.
func (m *volumeManager) register(id string) ([]cnstypes.CnsPlacementResult, types.BaseMethodFault) {
	if _, ok := m.volumes[id]; ok {
		return nil, &CnsAlreadyRegisteredFault{VolumeId: cnstypes.CnsVolumeId{Id: id}}
	}
	disk, store := m.disk(id)
	if disk == nil {
		return nil, new(types.NotFound)
	}
	if !older(m.center.apiVersion(), "8.0.3") {
		m.withCatalog(func(diskCatalog) { disk.Config.KeepAfterDeleteVm = types.NewBool(true) })
	}
	return []cnstypes.CnsPlacementResult{{Datastore: store.Self}}, nil
}

// checkSource checks the snapshot of which a new volume is a copy.
func (m *volumeManager) checkSource(source cnstypes.BaseCnsVolumeSource, capacity int64) types.BaseMethodFault {
	from, ok := source.(*cnstypes.CnsSnapshotVolumeSource)
	if !ok {
		return nil
	}
	v, known := m.volumes[from.VolumeId.Id]
	if !known {
		return &cnstypes.CnsVolumeNotFoundFault{VolumeId: from.VolumeId}
	}
	if m.state(v.ID).snapshot(from.SnapshotId) == nil {
		return &cnstypes.CnsSnapshotNotFoundFault{VolumeId: from.VolumeId, SnapshotId: from.SnapshotId}
	}
	if disk, _ := m.disk(v.ID); disk == nil || disk.Config.CapacityInMB != capacity {
		return &types.InvalidArgument{InvalidProperty: "createSpecs.backingObjectDetails.capacityInMb"}
	}
	return nil
}

// policy returns the id of the storage policy of a new volume. PBM must know it.
func (m *volumeManager) policy(profiles []types.BaseVirtualMachineProfileSpec) (string, types.BaseMethodFault) {
	for _, each := range profiles {
		profile, ok := each.(*types.VirtualMachineDefinedProfileSpec)
		if !ok {
			continue
		}
		if !m.knowsPolicy(profile.ProfileId) {
			return "", &types.InvalidArgument{InvalidProperty: "createSpecs.profile.profileId"}
		}
		return profile.ProfileId, nil
	}
	return "", nil
}

func (m *volumeManager) knowsPolicy(id string) bool {
	registry := m.ctx.For(pbm.Path).Map
	if registry == nil {
		return false
	}
	for _, object := range registry.AllReference("PbmProfileProfileManager") {
		manager, ok := object.(interface {
			PbmRetrieveContent(*pbmtypes.PbmRetrieveContent) soap.HasFault
		})
		if ok {
			return manager.PbmRetrieveContent(&pbmtypes.PbmRetrieveContent{
				ProfileIds: []pbmtypes.PbmProfileId{{UniqueId: id}},
			}).Fault() == nil
		}
	}
	return false
}

// delete removes a volume from CNS, and its FCD if deleteDisk is set.
func (m *volumeManager) delete(id cnstypes.CnsVolumeId, deleteDisk bool) cnstypes.BaseCnsVolumeOperationResult {
	v, ok := m.volumes[id.Id]
	switch {
	case !ok:
		return failed(id, m.missing(id))
	case deleteDisk && m.inUse(v.ID):
		return failed(id, volumeInUse())
	case deleteDisk && len(m.state(v.ID).Snapshots) > 0:
		return failed(id, cnsFault("The volume %s has snapshots.", id.Id))
	}
	delete(m.volumes, id.Id)
	if deleteDisk {
		m.removeDisk(id.Id)
	}
	return failed(id, nil)
}

// extend makes the disk of a volume larger. The same capacity again is no failure.
func (m *volumeManager) extend(spec cnstypes.CnsVolumeExtendSpec) cnstypes.BaseCnsVolumeOperationResult {
	v, ok := m.volumes[spec.VolumeId.Id]
	if !ok {
		return failed(spec.VolumeId, m.missing(spec.VolumeId))
	}
	disk, store := m.disk(v.ID)
	switch {
	case disk == nil:
		return failed(spec.VolumeId, new(types.NotFound))
	case spec.CapacityInMb < disk.Config.CapacityInMB:
		return failed(spec.VolumeId, &types.InvalidArgument{InvalidProperty: "extendSpecs.capacityInMb"})
	case spec.CapacityInMb == disk.Config.CapacityInMB:
		return failed(spec.VolumeId, nil)
	case len(m.state(v.ID).Snapshots) > 0:
		return failed(spec.VolumeId, cnsFault("The volume %s has snapshots.", v.ID))
	case m.inUse(v.ID) && older(m.center.apiVersion(), "7.0.2"):
		return failed(spec.VolumeId, volumeInUse())
	case spec.CapacityInMb-disk.Config.CapacityInMB > m.freeMb(store):
		return failed(spec.VolumeId, &types.NoDiskSpace{Datastore: store.Name})
	}
	m.growDisk(store, disk, spec.CapacityInMb)
	return failed(spec.VolumeId, nil)
}

func (m *volumeManager) queryInfo(id cnstypes.CnsVolumeId) cnstypes.BaseCnsVolumeOperationResult {
	result := &cnstypes.CnsQueryVolumeInfoResult{}
	result.VolumeId = id
	disk, _ := m.disk(id.Id)
	if _, ok := m.volumes[id.Id]; !ok || disk == nil {
		result.Fault = localized(m.missing(id))
		return result
	}
	result.VolumeInfo = &cnstypes.CnsBlockVolumeInfo{VStorageObject: disk.VStorageObject}
	return result
}
