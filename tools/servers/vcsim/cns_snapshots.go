package main

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
)

func (v *volume) snapshot(id cnstypes.CnsSnapshotId) *cnstypes.CnsSnapshot {
	at := slices.IndexFunc(v.Snapshots, func(each cnstypes.CnsSnapshot) bool { return each.SnapshotId.Id == id.Id })
	if at < 0 {
		return nil
	}
	return &v.Snapshots[at]
}

func (m *volumeManager) createSnapshot(spec cnstypes.CnsSnapshotCreateSpec) cnstypes.BaseCnsVolumeOperationResult {
	result := &cnstypes.CnsSnapshotCreateResult{}
	result.VolumeId = spec.VolumeId
	v, ok := m.volumes[spec.VolumeId.Id]
	id := cnstypes.CnsSnapshotId{Id: uuid.NewString()}
	if spec.SnapshotId != nil {
		id = *spec.SnapshotId
	}
	switch {
	case !ok:
		result.Fault = localized(&cnstypes.CnsVolumeNotFoundFault{VolumeId: spec.VolumeId})
	case spec.SnapshotId != nil && older(m.center.apiVersion(), chosenIDs):
		result.Fault = localized(new(types.NotSupported))
	case v.snapshot(id) != nil:
		result.Fault = localized(&types.AlreadyExists{Name: id.Id})
	default:
		result.Snapshot = cnstypes.CnsSnapshot{
			SnapshotId: id, VolumeId: spec.VolumeId, Description: spec.Description, CreateTime: time.Now().UTC(),
		}
		v.Snapshots = append(v.Snapshots, result.Snapshot)
		m.showSnapshots(v)
	}
	return result
}

func (m *volumeManager) deleteSnapshot(spec cnstypes.CnsSnapshotDeleteSpec) cnstypes.BaseCnsVolumeOperationResult {
	result := &cnstypes.CnsSnapshotDeleteResult{SnapshotId: spec.SnapshotId}
	result.VolumeId = spec.VolumeId
	v, ok := m.volumes[spec.VolumeId.Id]
	switch {
	case !ok:
		result.Fault = localized(&cnstypes.CnsVolumeNotFoundFault{VolumeId: spec.VolumeId})
	case v.snapshot(spec.SnapshotId) == nil:
		result.Fault = localized(&cnstypes.CnsSnapshotNotFoundFault{VolumeId: spec.VolumeId, SnapshotId: spec.SnapshotId})
	default:
		v.Snapshots = slices.DeleteFunc(slices.Clone(v.Snapshots), func(each cnstypes.CnsSnapshot) bool {
			return each.SnapshotId.Id == spec.SnapshotId.Id
		})
		m.showSnapshots(v)
	}
	return result
}

// showSnapshots writes the snapshots into the FCD.
func (m *volumeManager) showSnapshots(v *volume) {
	disk, _ := m.disk(v.ID)
	if disk == nil {
		return
	}
	m.withCatalog(func(diskCatalog) {
		disk.Snapshots = nil
		for _, each := range v.Snapshots {
			disk.Snapshots = append(disk.Snapshots, types.VStorageObjectSnapshotInfoVStorageObjectSnapshot{
				Id: &types.ID{Id: each.SnapshotId.Id}, BackingObjectId: each.SnapshotId.Id,
				CreateTime: each.CreateTime, Description: each.Description,
			})
		}
	})
}

// querySnapshots returns one page of the snapshots of some volumes, or of all.
func (m *volumeManager) querySnapshots(filter cnstypes.CnsSnapshotQueryFilter) *cnstypes.CnsSnapshotQueryResult {
	var entries []cnstypes.CnsSnapshotQueryResultEntry
	if len(filter.SnapshotQuerySpecs) == 0 {
		for _, v := range m.matching(new(cnstypes.CnsQueryFilter)) {
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
	v, ok := m.volumes[spec.VolumeId.Id]
	if !ok {
		return []cnstypes.CnsSnapshotQueryResultEntry{
			{Error: localized(&cnstypes.CnsVolumeNotFoundFault{VolumeId: spec.VolumeId})},
		}
	}
	if spec.SnapshotId != nil && spec.SnapshotId.Id != "" {
		found := v.snapshot(*spec.SnapshotId)
		if found == nil {
			return []cnstypes.CnsSnapshotQueryResultEntry{
				{Error: localized(&cnstypes.CnsSnapshotNotFoundFault{VolumeId: spec.VolumeId, SnapshotId: *spec.SnapshotId})},
			}
		}
		return []cnstypes.CnsSnapshotQueryResultEntry{{Snapshot: *found}}
	}
	entries := make([]cnstypes.CnsSnapshotQueryResultEntry, 0, len(v.Snapshots))
	for _, each := range v.Snapshots {
		entries = append(entries, cnstypes.CnsSnapshotQueryResultEntry{Snapshot: each})
	}
	slices.SortFunc(entries, func(a, b cnstypes.CnsSnapshotQueryResultEntry) int {
		return cmp.Or(a.Snapshot.CreateTime.Compare(b.Snapshot.CreateTime),
			cmp.Compare(a.Snapshot.SnapshotId.Id, b.Snapshot.SnapshotId.Id))
	})
	return entries
}
