package main

import (
	"slices"

	"github.com/google/uuid"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
)

// volume is what CNS knows of a volume. The FCD of a block volume, with the same id, has its capacity and its file. A file
// volume has a fileShare.
type volume struct {
	ID       string                     `xml:"id"`
	Name     string                     `xml:"name"`
	Kind     string                     `xml:"kind"`   // BLOCK or FILE
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
	delete(m.omitted, made.ID)
	result.VolumeId.Id = made.ID
	return result
}

func (m *volumeManager) tryCreate(spec cnstypes.CnsVolumeCreateSpec) (*volume, []cnstypes.CnsPlacementResult, types.BaseMethodFault) {
	metadata, fault := merge(cnstypes.CnsVolumeMetadata{}, spec.Metadata)
	if fault != nil {
		return nil, nil, fault
	}
	if share, ok := spec.BackingObjectDetails.(*cnstypes.CnsVsanFileShareBackingDetails); ok && share.BackingFileId != "" {
		placed, fault := m.registerShare(share.BackingFileId)
		return &volume{ID: share.BackingFileId, Name: spec.Name, Kind: spec.VolumeType, Metadata: metadata}, placed, fault
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
	source, offered, fault := m.sourceOf(spec, details.CapacityInMb)
	if fault != nil {
		return nil, nil, fault
	}
	if made.ID, fault = m.idFor(spec.VolumeId); fault != nil {
		return nil, nil, fault
	}
	store, rejected, fault := m.placeDisk(offered, details.CapacityInMb, policy)
	if fault != nil {
		return nil, rejected, fault
	}
	if fault := m.addDisk(store, made.ID, made.Name, details.CapacityInMb); fault != nil {
		return nil, nil, fault
	}
	if source != nil {
		state := m.state(made.ID)
		state.Content = source.Content
		state.Source = source.Shown.VolumeId.Id + "+" + source.Shown.SnapshotId.Id
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
	if m.known(id) != nil {
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

// sourceOf returns the snapshot of which a new volume is a copy, or nil, and the datastores that are offered. A copy is
// on the datastore of its source.
func (m *volumeManager) sourceOf(spec cnstypes.CnsVolumeCreateSpec, capacityMb int64) (*diskSnapshot, []types.ManagedObjectReference, types.BaseMethodFault) {
	from, ok := spec.VolumeSource.(*cnstypes.CnsSnapshotVolumeSource)
	if !ok {
		return nil, spec.Datastores, nil
	}
	disk, store := m.disk(from.VolumeId.Id)
	if m.known(from.VolumeId.Id) == nil || disk == nil {
		return nil, nil, &cnstypes.CnsVolumeNotFoundFault{VolumeId: from.VolumeId}
	}
	source := m.state(from.VolumeId.Id).snapshot(from.SnapshotId)
	switch {
	case source == nil:
		return nil, nil, &cnstypes.CnsSnapshotNotFoundFault{VolumeId: from.VolumeId, SnapshotId: from.SnapshotId}
	case disk.Config.CapacityInMB != capacityMb:
		return nil, nil, &types.InvalidArgument{InvalidProperty: "createSpecs.backingObjectDetails.capacityInMb"}
	case len(spec.Datastores) > 0 && !slices.Contains(spec.Datastores, store.Self):
		return nil, nil, &types.InvalidArgument{InvalidProperty: "createSpecs.datastores"}
	default:
		return source, []types.ManagedObjectReference{store.Self}, nil
	}
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

// delete removes a volume from CNS, and its FCD if deleteDisk is set.
func (m *volumeManager) delete(id cnstypes.CnsVolumeId, deleteDisk bool) cnstypes.BaseCnsVolumeOperationResult {
	v := m.known(id.Id)
	switch {
	case v == nil:
		return failed(id, m.missing(id))
	case deleteDisk && m.inUse(v.ID):
		return failed(id, volumeInUse())
	case deleteDisk && len(m.state(v.ID).Snapshots) > 0:
		return failed(id, cnsFault("The volume %s has snapshots.", id.Id))
	}
	delete(m.volumes, id.Id)
	if deleteDisk {
		m.removeDisk(id.Id)
		delete(m.shares, id.Id)
	}
	return failed(id, nil)
}

// extend makes the disk of a volume larger. The same capacity again is no failure.
func (m *volumeManager) extend(spec cnstypes.CnsVolumeExtendSpec) cnstypes.BaseCnsVolumeOperationResult {
	v := m.known(spec.VolumeId.Id)
	switch {
	case v == nil:
		return failed(spec.VolumeId, m.missing(spec.VolumeId))
	case v.isFile():
		return failed(spec.VolumeId, m.extendShare(m.shares[v.ID], spec.CapacityInMb))
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
	switch v := m.known(id.Id); {
	case v != nil && v.isFile(): // a guess
		result.Fault = localized(new(types.NotSupported))
		return result
	case v == nil || disk == nil:
		result.Fault = localized(m.missing(id))
		return result
	}
	result.VolumeInfo = &cnstypes.CnsBlockVolumeInfo{VStorageObject: disk.VStorageObject}
	return result
}

// unregister makes a volume unknown to CNS. Its disk stays: as an FCD, or as a file.
func (m *volumeManager) unregister(spec cnstypes.CnsUnregisterVolumeSpec) cnstypes.BaseCnsVolumeOperationResult {
	id := spec.VolumeId.Id
	if m.known(id) == nil {
		return failed(spec.VolumeId, m.missing(spec.VolumeId))
	}
	switch spec.TargetVolumeType {
	case "FCD":
	case "LEGACY_DISK":
		if m.inUse(id) || len(m.state(id).Snapshots) > 0 {
			return failed(spec.VolumeId, volumeInUse())
		}
		if disk, store := m.disk(id); disk != nil {
			m.withCatalog(func(catalog diskCatalog) { delete(catalog[store.Self], disk.Config.Id) })
			delete(m.states, id)
			m.showSpace(store)
		}
	default:
		return failed(spec.VolumeId, &types.InvalidArgument{InvalidProperty: "targetVolumeType"})
	}
	delete(m.volumes, id)
	return failed(spec.VolumeId, nil)
}

// setFlags sets or clears control flags of volumes.
func (m *volumeManager) setFlags(specs []cnstypes.CnsVolumeControlFlagsSpec, value bool) types.BaseMethodFault {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, spec := range specs {
		disk, _ := m.disk(spec.VolumeId.Id)
		if m.known(spec.VolumeId.Id) == nil || disk == nil {
			return m.missing(spec.VolumeId)
		}
		var fault types.BaseMethodFault
		m.withCatalog(func(diskCatalog) {
			for _, flag := range spec.ControlFlags {
				switch flag {
				case "keepAfterDeleteVm", "KEEP_AFTER_DELETE_VM":
					disk.Config.KeepAfterDeleteVm = &value
				case "disableRelocation", "DISABLE_RELOCATION":
					disk.Config.RelocationDisabled = &value
				case "enableChangedBlockTracking", "ENABLE_CHANGED_BLOCK_TRACKING":
					disk.Config.ChangedBlockTrackingEnabled = &value
				default:
					fault = &types.InvalidArgument{InvalidProperty: "controlFlags"}
				}
			}
		})
		if fault != nil {
			return fault
		}
	}
	return nil
}
