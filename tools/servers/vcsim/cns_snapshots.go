package main

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
)

func (s *diskState) snapshot(id cnstypes.CnsSnapshotId) *diskSnapshot {
	at := slices.IndexFunc(s.Snapshots, func(each diskSnapshot) bool { return each.Shown.SnapshotId.Id == id.Id })
	if at < 0 {
		return nil
	}
	return &s.Snapshots[at]
}

const mostSnapshots = 32 // of a volume

func (m *volumeManager) createSnapshot(spec cnstypes.CnsSnapshotCreateSpec) cnstypes.BaseCnsVolumeOperationResult {
	result := &cnstypes.CnsSnapshotCreateResult{}
	result.VolumeId = spec.VolumeId
	made, fault := m.tryCreateSnapshot(spec)
	if fault != nil {
		result.Fault = localized(fault)
		return result
	}
	result.Snapshot = made.Shown
	result.AggregatedSnapshotCapacityInMb = m.state(spec.VolumeId.Id).snapshotsMb()
	return result
}

func (m *volumeManager) tryCreateSnapshot(spec cnstypes.CnsSnapshotCreateSpec) (*diskSnapshot, types.BaseMethodFault) {
	id := cnstypes.CnsSnapshotId{Id: uuid.NewString()}
	if spec.SnapshotId != nil {
		id = *spec.SnapshotId
	}
	v := m.known(spec.VolumeId.Id)
	if v != nil && v.isFile() {
		return nil, new(types.NotSupported)
	}
	disk, store := m.disk(spec.VolumeId.Id)
	if v == nil || disk == nil {
		return nil, &cnstypes.CnsVolumeNotFoundFault{VolumeId: spec.VolumeId}
	}
	state := m.state(spec.VolumeId.Id)
	usedMb := (disk.Config.CapacityInMB*m.settings.SnapshotPercent + 99) / 100
	switch {
	case spec.SnapshotId != nil && older(m.center.apiVersion(), chosenIDs):
		return nil, new(types.NotSupported)
	case state.snapshot(id) != nil:
		return nil, &types.AlreadyExists{Name: id.Id}
	case len(state.Snapshots) >= mostSnapshots:
		return nil, cnsFault("The volume %s has %d snapshots, and no more are possible.", spec.VolumeId.Id, mostSnapshots)
	case !store.Summary.Accessible:
		return nil, inaccessible(store)
	case usedMb > m.freeMb(store):
		return nil, &types.NoDiskSpace{Datastore: store.Name}
	}
	state.Snapshots = append(slices.Clone(state.Snapshots), diskSnapshot{
		Shown: cnstypes.CnsSnapshot{
			SnapshotId: id, VolumeId: spec.VolumeId, Description: spec.Description, CreateTime: time.Now().UTC(),
		},
		Content: state.Content, UsedMb: usedMb,
	})
	m.showSnapshots(spec.VolumeId.Id)
	return &state.Snapshots[len(state.Snapshots)-1], nil
}

func (m *volumeManager) deleteSnapshot(spec cnstypes.CnsSnapshotDeleteSpec) cnstypes.BaseCnsVolumeOperationResult {
	result := &cnstypes.CnsSnapshotDeleteResult{SnapshotId: spec.SnapshotId}
	result.VolumeId = spec.VolumeId
	state := m.state(spec.VolumeId.Id)
	switch {
	case m.known(spec.VolumeId.Id) == nil:
		result.Fault = localized(&cnstypes.CnsVolumeNotFoundFault{VolumeId: spec.VolumeId})
	case state.snapshot(spec.SnapshotId) == nil:
		result.Fault = localized(&cnstypes.CnsSnapshotNotFoundFault{VolumeId: spec.VolumeId, SnapshotId: spec.SnapshotId})
	default:
		state.Snapshots = slices.DeleteFunc(slices.Clone(state.Snapshots), func(each diskSnapshot) bool {
			return each.Shown.SnapshotId.Id == spec.SnapshotId.Id
		})
		result.AggregatedSnapshotCapacityInMb = state.snapshotsMb()
		m.showSnapshots(spec.VolumeId.Id)
	}
	return result
}

// snapshotsMb returns the space that the snapshots of an FCD use.
func (s *diskState) snapshotsMb() int64 {
	total := int64(0)
	for _, each := range s.Snapshots {
		total += each.UsedMb
	}
	return total
}

// showSnapshots writes the snapshots into the FCD, and the space that they use into the datastore.
func (m *volumeManager) showSnapshots(id string) {
	disk, store := m.disk(id)
	if disk == nil {
		return
	}
	m.withCatalog(func(diskCatalog) {
		disk.Snapshots = nil
		for _, each := range m.state(id).Snapshots {
			disk.Snapshots = append(disk.Snapshots, types.VStorageObjectSnapshotInfoVStorageObjectSnapshot{
				Id: &types.ID{Id: each.Shown.SnapshotId.Id}, BackingObjectId: each.Shown.SnapshotId.Id,
				CreateTime: each.Shown.CreateTime, Description: each.Shown.Description,
			})
		}
	})
	m.showSpace(store)
}

// querySnapshots returns one page of the snapshots of some volumes, or of all.
func (m *volumeManager) querySnapshots(filter cnstypes.CnsSnapshotQueryFilter) *cnstypes.CnsSnapshotQueryResult {
	var entries []cnstypes.CnsSnapshotQueryResultEntry
	if len(filter.SnapshotQuerySpecs) == 0 {
		for _, v := range m.matching(new(cnstypes.CnsQueryFilter)) {
			if v.isFile() || !m.shows(v, false) {
				continue
			}
			entries = append(entries, m.snapshotEntries(cnstypes.CnsSnapshotQuerySpec{VolumeId: cnstypes.CnsVolumeId{Id: v.ID}})...)
		}
	}
	for _, spec := range filter.SnapshotQuerySpecs {
		entries = append(entries, m.snapshotEntries(spec)...)
	}
	total := int64(len(entries))
	from, to, limit := page(filter.Cursor, total)
	return &cnstypes.CnsSnapshotQueryResult{
		Entries: entries[from:to],
		Cursor:  cnstypes.CnsCursor{Offset: to, Limit: limit, TotalRecords: total},
	}
}

func (m *volumeManager) snapshotEntries(spec cnstypes.CnsSnapshotQuerySpec) []cnstypes.CnsSnapshotQueryResultEntry {
	state, v := m.state(spec.VolumeId.Id), m.known(spec.VolumeId.Id)
	if v != nil && v.isFile() {
		if fault := m.noFileSnapshots(); fault != nil {
			return []cnstypes.CnsSnapshotQueryResultEntry{{Error: localized(fault)}}
		}
		return nil
	}
	if v == nil {
		return []cnstypes.CnsSnapshotQueryResultEntry{
			{Error: localized(&cnstypes.CnsVolumeNotFoundFault{VolumeId: spec.VolumeId})},
		}
	}
	if spec.SnapshotId != nil && spec.SnapshotId.Id != "" {
		found := state.snapshot(*spec.SnapshotId)
		if found == nil {
			return []cnstypes.CnsSnapshotQueryResultEntry{
				{Error: localized(&cnstypes.CnsSnapshotNotFoundFault{VolumeId: spec.VolumeId, SnapshotId: *spec.SnapshotId})},
			}
		}
		return []cnstypes.CnsSnapshotQueryResultEntry{{Snapshot: found.Shown}}
	}
	entries := make([]cnstypes.CnsSnapshotQueryResultEntry, 0, len(state.Snapshots))
	for _, each := range state.Snapshots {
		entries = append(entries, cnstypes.CnsSnapshotQueryResultEntry{Snapshot: each.Shown})
	}
	slices.SortFunc(entries, func(a, b cnstypes.CnsSnapshotQueryResultEntry) int {
		return cmp.Or(a.Snapshot.CreateTime.Compare(b.Snapshot.CreateTime),
			cmp.Compare(a.Snapshot.SnapshotId.Id, b.Snapshot.SnapshotId.Id))
	})
	return entries
}
