package main

import (
	"context"
	"strings"
	"testing"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
)

// share creates a file share of 100 MiB. An empty cluster makes one that CNS does not know.
func (b *volumeBed) share(of string) cnstypes.CnsVolumeId {
	b.Helper()
	made, err := withVolumesFor(b.center, (*volumeManager).addShares)(sharesRequest{Shares: []shareSpec{
		{Datastore: b.stores["fast"].Value, Name: "shared", CapacityMb: 100, Cluster: of},
	}})
	b.must(err)
	return cnstypes.CnsVolumeId{Id: made.IDs[0]}
}

func (b *volumeBed) shares() []shareAnswer {
	all, _ := withVolumes(b.center, (*volumeManager).listShares)()
	return all
}

func (b *volumeBed) remove(id cnstypes.CnsVolumeId, disk bool) string {
	b.Helper()
	return faultIn(b.result(b.client.DeleteVolume(context.Background(), []cnstypes.CnsVolumeId{id}, disk)))
}

func (b *volumeBed) extend(id cnstypes.CnsVolumeId, capacityMb int64) string {
	b.Helper()
	return faultIn(b.result(b.client.ExtendVolume(context.Background(),
		[]cnstypes.CnsVolumeExtendSpec{{VolumeId: id, CapacityInMb: capacityMb}})))
}

func TestAFileVolumeHasAccessPointsAndNoDisk(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.share(cluster)

	found, err := b.client.QueryAllVolume(context.Background(), cnstypes.CnsQueryFilter{
		ContainerClusterIds: []string{cluster}, Datastores: []types.ManagedObjectReference{b.stores["fast"]},
	}, cnstypes.CnsQuerySelection{Names: []string{"VOLUME_TYPE", "BACKING_OBJECT_DETAILS"}})
	b.must(err)

	b.wants("id", strings.HasPrefix(id.Id, "file:"), true)
	b.wants("type", found.Volumes[0].VolumeType, "FILE")
	details := found.Volumes[0].BackingObjectDetails.(*cnstypes.CnsVsanFileShareBackingDetails)
	b.wants("capacity", details.CapacityInMb, int64(100))
	b.wants("share", details.BackingFileId, id.Id)
	points := map[string]string{}
	for _, each := range details.AccessPoints {
		points[each.Key] = each.Value
	}
	b.wants("access point", strings.HasSuffix(points["NFSv4.1"], strings.TrimPrefix(id.Id, "file:")), true)
	b.wants("attach", faultIn(b.attach(b.vms[0], id)), "NotSupported")
	b.wants("disks", len(b.disks()), 0)
	b.wants("admin", []string{b.volumes()[0].Kind, b.volumes()[0].DatastoreName}, []string{"FILE", "fast"})

	restarted := b.afterRestart()
	restarted.wants("after a restart", restarted.shares(), b.shares())
	restarted.wants("its volume", restarted.extend(id, 150), "")
}

func TestAFileVolumeGrowsAndGoes(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id, kept := b.share(cluster), b.share(cluster)

	b.wants("grow", b.extend(id, 200), "")
	b.wants("again", b.extend(id, 200), "")
	b.wants("shrink", b.extend(id, 100), "InvalidArgument")
	b.wants("unregister", b.remove(kept, false), "")
	b.wants("shares", len(b.shares()), 2)
	b.wants("delete", b.remove(id, true), "")
	b.wants("shares", b.shares(), []shareAnswer{{ID: kept.Id, Name: "shared", CapacityMb: 100, Datastore: b.stores["fast"].Value}})
	b.wants("volumes", len(b.volumes()), 0)
	b.wants("again", b.remove(id, true), "NotFound")
}

func TestAFileShareIsRegistered(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.share("")
	spec := b.spec("pv-static", 0)
	spec.VolumeType = string(cnstypes.CnsVolumeTypeFile)
	register := func(id string) *cnstypes.CnsVolumeCreateResult {
		spec.BackingObjectDetails = &cnstypes.CnsVsanFileShareBackingDetails{
			CnsFileBackingDetails: cnstypes.CnsFileBackingDetails{BackingFileId: id},
		}
		return b.create(spec)
	}

	b.wants("id", register(id.Id).VolumeId, id)
	b.wants("again", faultIn(register(id.Id)), "CnsAlreadyRegisteredFault")
	b.wants("no share", faultIn(register("file:gone")), "NotFound")
	b.wants("new", faultIn(register("")), "CnsFault")
}

func TestAFileVolumeHasNoSnapshots(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.share(cluster)
	query := func() []string {
		task, err := b.client.QuerySnapshots(context.Background(), cnstypes.CnsSnapshotQueryFilter{
			SnapshotQuerySpecs: []cnstypes.CnsSnapshotQuerySpec{{VolumeId: id}},
		})
		b.must(err)
		info, err := task.WaitForResult(context.Background())
		b.must(err)
		faults := []string{}
		for _, each := range info.Result.(cnstypes.CnsSnapshotQueryResult).Entries {
			faults = append(faults, faultName(each.Error))
		}
		return faults
	}

	b.wants("query", query(), []string{"NotSupported"})
	b.settings(settingsRequest{FileSnapshots: pointer("CnsVolumeNotFoundFault")})
	b.wants("another fault", query(), []string{"CnsVolumeNotFoundFault"})
	b.settings(settingsRequest{FileSnapshots: pointer("")})
	b.wants("none", query(), []string{})
	b.wants("create", faultIn(b.result(b.client.CreateSnapshots(context.Background(),
		[]cnstypes.CnsSnapshotCreateSpec{{VolumeId: id, Description: "d"}}))), "NotSupported")
}
