package main

import (
	"context"
	"testing"
	"time"

	cnstypes "github.com/vmware/govmomi/cns/types"
)

func (b *volumeBed) listed(filter *cnstypes.CnsQueryFilter) []string {
	b.Helper()
	found, err := b.client.QueryVolume(context.Background(), filter)
	b.must(err)
	names := []string{}
	for _, each := range found.Volumes {
		names = append(names, each.Name)
	}
	b.wants("the list says that it is complete", found.Cursor.TotalRecords, int64(len(names)))
	return names
}

func (b *volumeBed) omit(from string, ids ...string) {
	b.Helper()
	_, err := withVolumesFor(b.center, (*volumeManager).omit)(omission{IDs: ids, From: from})
	b.must(err)
}

func TestCNSForgetsAVolumeWhoseDiskExists(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	b.attach(b.vms[0], id)
	before := b.machineDisks(b.vms[0])

	_, err := withVolumesFor(b.center, (*volumeManager).forget)(idsRequest{IDs: []string{id.Id}})
	b.must(err)

	b.wants("disk", b.disks()[0].Volume, false)
	b.wants("consumer", b.consumers(id), []string{b.uuidOf(b.vms[0])})
	b.wants("devices", b.machineDisks(b.vms[0]), before)
	b.wants("delete", b.remove(id, true), "NotFound")
	b.wants("detach", b.detach(b.vms[0], id), "NotFound")
	for _, fault := range []string{"CnsFault", "CnsNotRegisteredFault"} {
		b.settings(settingsRequest{Unregistered: &fault})
		b.wants("delete", b.remove(id, true), fault)
	}
	b.wants("one that never was", b.remove(cnstypes.CnsVolumeId{Id: "gone"}, true), "NotFound")
	again := b.spec("a", 10)
	again.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails).BackingDiskId = id.Id
	b.wants("register", faultIn(b.create(again)), "")
	b.wants("still attached", b.remove(id, true), "ResourceInUse")
	b.wants("detach", b.detach(b.vms[0], id), "")
	b.wants("delete", b.remove(id, true), "")
	b.wants("disks", len(b.disks()), 0)
}

func TestCNSListsAreShort(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	b.made("b", 10, "fast")
	byID := &cnstypes.CnsQueryFilter{VolumeIds: []cnstypes.CnsVolumeId{id}}

	b.omit(fromLists, id.Id)
	b.wants("list", b.listed(&cnstypes.CnsQueryFilter{}), []string{"b"})
	b.wants("by id", b.listed(byID), []string{"a"})
	b.wants("attach", faultIn(b.attach(b.vms[0], id)), "")

	b.omit(fromEverything, id.Id)
	b.wants("by id", b.listed(byID), []string{})
	b.wants("detach", b.detach(b.vms[0], id), "NotFound")
	b.wants("grow", b.extend(id, 20), "NotFound")

	b.omit("", id.Id)
	b.wants("again", b.listed(&cnstypes.CnsQueryFilter{}), []string{"a", "b"})
	b.wants("detach", b.detach(b.vms[0], id), "")
}

func TestArraysMayBeRefused(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	first, second := b.made("a", 10), b.made("b", 10)
	b.settings(settingsRequest{RefusedArrays: &[]string{"CnsAttachVolume"}})
	ctx := context.Background()

	b.wants("attach", b.faultOf(b.client.AttachVolume(ctx, attachSpecs(b.vms[0], first, second))), "InvalidArgument")
	b.wants("no disks", len(b.machineDisks(b.vms[0])), 0)
	b.attach(b.vms[0], first)
	b.attach(b.vms[0], second)
	b.wants("detach", len(b.results(b.client.DetachVolume(ctx, attachSpecs(b.vms[0], first, second)))), 2)
}

func TestADetachOfADiskThatIsNotAttached(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")

	b.wants("as the Go driver expects", b.detach(b.vms[0], id), "NotFound")
	b.settings(settingsRequest{NotAttached: pointer("InvalidArgument")})
	b.wants("as in govmomi", b.detach(b.vms[0], id), "InvalidArgument")
}

func TestACallIsDoneLateAlthoughItsClientIsGone(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(&volumeRule{Method: "CnsCreateVolume", In: inCall, DelayMs: 300})
	impatient, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()

	_, err := b.client.CreateVolume(impatient, []cnstypes.CnsVolumeCreateSpec{b.spec("late", 10)})

	b.wants("the client is gone", err != nil, true)
	b.wants("nothing is done yet", len(b.volumeTasks()), 0)
	b.within("the work is done", func() bool { return len(b.volumes()) == 1 })
}

func TestEveryVMHasControllers(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")

	kinds := map[string]bool{}
	for _, device := range b.machine(b.vms[0]).Config.Hardware.Device {
		kinds[device.GetVirtualDevice().DeviceInfo.GetDescription().Label] = true
	}

	b.wants("devices", []bool{kinds["PCI controller 0"], kinds["IDE 0"], kinds["Keyboard "]}, []bool{true, true, true})
	b.wants("no disk", b.machineDisks(b.vms[0]), []machineDisk{})
}
