package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/vmware/govmomi/cns"
	"github.com/vmware/govmomi/cns/methods"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
)

func (b *volumeBed) snapshot(id cnstypes.CnsVolumeId, description string) *cnstypes.CnsSnapshotCreateResult {
	b.Helper()
	return b.result(b.client.CreateSnapshots(context.Background(),
		[]cnstypes.CnsSnapshotCreateSpec{{VolumeId: id, Description: description}})).(*cnstypes.CnsSnapshotCreateResult)
}

func (b *volumeBed) write(id cnstypes.CnsVolumeId, content string) {
	b.Helper()
	_, err := withVolumesFor(b.center, (*volumeManager).changeDisk)(diskChange{ID: id.Id, Content: &content})
	b.must(err)
}

func (b *volumeBed) restoring(name string, capacityMb int64, volume cnstypes.CnsVolumeId, snapshot cnstypes.CnsSnapshotId) cnstypes.CnsVolumeCreateSpec {
	spec := b.spec(name, capacityMb)
	spec.VolumeSource = &cnstypes.CnsSnapshotVolumeSource{VolumeId: volume, SnapshotId: snapshot}
	return spec
}

func TestASnapshotKeepsTheContentOfItsTime(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 100, "fast")
	b.write(id, "first")
	before := time.Now()
	taken := b.snapshot(id, "d")
	b.write(id, "second")

	restored := b.create(b.restoring("b", 100, id, taken.Snapshot.SnapshotId))

	b.wants("fault", faultIn(restored), "")
	b.wants("description", taken.Snapshot.Description, "d")
	if taken.Snapshot.CreateTime.Before(before.Add(-time.Second)) {
		t.Errorf("the snapshot is of %s", taken.Snapshot.CreateTime)
	}
	volumes := b.volumes()
	b.wants("volume", volumes[0].Content, "second")
	b.wants("snapshot", volumes[0].Snapshots[0].Content, "first")
	b.wants("restored", volumes[1].Content, "first")
	b.wants("source", volumes[1].Source, id.Id+"+"+taken.Snapshot.SnapshotId.Id)
	b.wants("datastore", volumes[1].Datastore, volumes[0].Datastore)

	snapshot := taken.Snapshot.SnapshotId
	b.wants("larger", faultIn(b.create(b.restoring("c", 101, id, snapshot))), "InvalidArgument")
	elsewhere := b.restoring("c", 100, id, snapshot)
	elsewhere.Datastores = []types.ManagedObjectReference{b.stores["local"]}
	b.wants("elsewhere", faultIn(b.create(elsewhere)), "InvalidArgument")
	gone := cnstypes.CnsSnapshotId{Id: "gone"}
	b.wants("no snapshot", faultIn(b.create(b.restoring("c", 100, id, gone))), "CnsSnapshotNotFoundFault")
	b.wants("no volume", faultIn(b.create(b.restoring("c", 100, cnstypes.CnsVolumeId{Id: "gone"}, snapshot))), "CnsVolumeNotFoundFault")

	again := b.afterRestart()
	b.wants("after a restart", again.volumes(), volumes)
	again.wants("restored again", faultIn(again.create(again.restoring("d", 100, id, snapshot))), "")
}

func TestSnapshotsUseSpaceAndHaveALimit(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 1_000, "local")
	b.settings(settingsRequest{SnapshotPercent: pointer[int64](150)})
	free := func() int64 {
		for _, each := range b.datastores() {
			if each.Name == "local" {
				return each.FreeMb
			}
		}
		return 0
	}

	first := b.snapshot(id, "1")
	b.wants("aggregated", first.AggregatedSnapshotCapacityInMb, int64(1_500))
	b.wants("free", free(), int64(2_500))
	b.snapshot(id, "2")
	b.wants("full", faultIn(b.snapshot(id, "3")), "NoDiskSpace")
	shown, err := b.client.QueryVolume(context.Background(), &cnstypes.CnsQueryFilter{})
	b.must(err)
	b.wants("shown", shown.Volumes[0].BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails).AggregatedSnapshotCapacityInMb, int64(3_000))
	gone := []cnstypes.CnsSnapshotDeleteSpec{{VolumeId: id, SnapshotId: first.Snapshot.SnapshotId}}
	deleted := b.result(b.client.DeleteSnapshots(context.Background(), gone)).(*cnstypes.CnsSnapshotDeleteResult)
	b.wants("deleted", deleted.AggregatedSnapshotCapacityInMb, int64(1_500))
	b.wants("free again", free(), int64(2_500))
	b.wants("deleted again", faultIn(b.result(b.client.DeleteSnapshots(context.Background(), gone))), "CnsSnapshotNotFoundFault")

	b.settings(settingsRequest{SnapshotPercent: pointer[int64](0)})
	for i := range mostSnapshots - 1 {
		b.wants("snapshot", faultIn(b.snapshot(id, fmt.Sprint(i))), "")
	}
	b.wants("too many", faultIn(b.snapshot(id, "more")), "CnsFault")
}

func TestASnapshotIDMayBeChosenFrom91On(t *testing.T) {
	chosen := &cnstypes.CnsSnapshotId{Id: "11111111-2222-3333-4444-555555555555"}
	for api, want := range map[string][]string{"8.0.3.0": {"NotSupported", "NotSupported"}, "9.1.0.0": {"", "AlreadyExists"}} {
		b := newVolumeBed(t, api)
		spec := []cnstypes.CnsSnapshotCreateSpec{{VolumeId: b.made("a", 10), Description: "d", SnapshotId: chosen}}
		for _, each := range want {
			b.wants(api, faultIn(b.result(b.client.CreateSnapshots(context.Background(), spec))), each)
		}
	}
	old := newVolumeBed(t, "7.0.2.0")
	_, err := old.client.CreateSnapshots(context.Background(), []cnstypes.CnsSnapshotCreateSpec{{VolumeId: old.made("a", 10)}})
	old.wants("before 7.0.3", failureOf(err), "NotSupported")
}

func TestASnapshotMayBeMadeByAFailedTask(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	b.rules(&volumeRule{Method: "CnsCreateSnapshots", Fault: "CnsSnapshotCreatedFault", After: true})

	result := b.snapshot(id, "d")

	created, ok := result.Fault.Fault.(*cnstypes.CnsSnapshotCreatedFault)
	if !ok {
		t.Fatalf("the fault is %#v", result.Fault.Fault)
	}
	b.wants("snapshot", created.SnapshotId.Id, b.volumes()[0].Snapshots[0].ID)
	b.wants("volume", created.VolumeId, id)
	b.wants("datastore", created.Datastore, b.stores["fast"])
	b.wants("none in the result", result.Snapshot.SnapshotId.Id, "")
}

func TestRestoresHaveTheirOwnTimes(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	taken := b.snapshot(id, "d")
	b.settings(settingsRequest{Methods: map[string]taskTimes{restores: {RunMs: 300}}})

	before := time.Now()
	b.made("b", 10)
	usual := time.Since(before)
	before = time.Now()
	b.create(b.restoring("c", 10, id, taken.Snapshot.SnapshotId))
	if took := time.Since(before); took < 300*time.Millisecond || usual > took {
		t.Errorf("a restore took %s, and another create %s", took, usual)
	}
}

func TestPagesOfSnapshots(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	for i := range 5 {
		b.snapshot(id, fmt.Sprint(i))
	}
	var found []string
	cursor := &cnstypes.CnsCursor{Limit: 2}
	for cursor.Offset == 0 || cursor.Offset < cursor.TotalRecords {
		task, err := b.client.QuerySnapshots(context.Background(), cnstypes.CnsSnapshotQueryFilter{
			SnapshotQuerySpecs: []cnstypes.CnsSnapshotQuerySpec{{VolumeId: id}}, Cursor: cursor,
		})
		b.must(err)
		info, err := task.WaitForResult(context.Background())
		b.must(err)
		page := info.Result.(cnstypes.CnsSnapshotQueryResult)
		for _, each := range page.Entries {
			found = append(found, each.Snapshot.Description)
		}
		cursor = &page.Cursor
	}
	b.wants("snapshots", found, []string{"0", "1", "2", "3", "4"})
	b.rules(&volumeRule{Method: "CnsQuerySnapshots", Subject: id.Id, Fault: "CnsFault"})
	task, err := b.client.QuerySnapshots(context.Background(), cnstypes.CnsSnapshotQueryFilter{
		SnapshotQuerySpecs: []cnstypes.CnsSnapshotQuerySpec{{VolumeId: id}},
	})
	b.wants("by rule", b.faultOf(task, err), "CnsFault")
}

func TestSnapshotsBelongToTheFCD(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	b.write(id, "content")
	b.snapshot(id, "d")
	before := b.volumes()[0]

	gone := b.result(b.client.UnregisterVolume(context.Background(), []cnstypes.CnsUnregisterVolumeSpec{
		{VolumeId: id, TargetVolumeType: "FCD"},
	}))
	b.wants("unregister", faultIn(gone), "")
	b.wants("volumes", len(b.volumes()), 0)
	spec := b.spec("a", 10)
	spec.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails).BackingDiskId = id.Id
	b.wants("register", faultIn(b.create(spec)), "")

	after := b.volumes()[0]
	b.wants("snapshots", after.Snapshots, before.Snapshots)
	b.wants("content", after.Content, "content")
}

func TestControlFlags(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	flags := func(flags ...string) []cnstypes.CnsVolumeControlFlagsSpec {
		return []cnstypes.CnsVolumeControlFlagsSpec{{VolumeId: id, ControlFlags: flags}}
	}
	ctx := context.Background()

	_, err := methods.CnsSetVolumeControlFlags(ctx, b.client, &cnstypes.CnsSetVolumeControlFlags{
		This: cns.CnsVolumeManagerInstance, ControlFlagsSpecs: flags("enableChangedBlockTracking"),
	})
	b.must(err)
	_, err = methods.CnsClearVolumeControlFlags(ctx, b.client, &cnstypes.CnsClearVolumeControlFlags{
		This: cns.CnsVolumeManagerInstance, ControlFlagsSpecs: flags("keepAfterDeleteVm"),
	})
	b.must(err)
	b.wants("tracks", b.disks()[0].ChangeTracking, true)
	b.wants("stays", b.disks()[0].KeepAfterDeleteVM, false)
	_, err = methods.CnsSetVolumeControlFlags(ctx, b.client, &cnstypes.CnsSetVolumeControlFlags{
		This: cns.CnsVolumeManagerInstance, ControlFlagsSpecs: flags("other"),
	})
	b.wants("unknown flag", failureOf(err), "InvalidArgument")
}
