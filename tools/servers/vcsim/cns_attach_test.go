package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/object"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

func attachSpecs(vm string, ids ...cnstypes.CnsVolumeId) []cnstypes.CnsVolumeAttachDetachSpec {
	specs := make([]cnstypes.CnsVolumeAttachDetachSpec, 0, len(ids))
	for _, id := range ids {
		specs = append(specs, cnstypes.CnsVolumeAttachDetachSpec{VolumeId: id, Vm: vmRef(vm)})
	}
	return specs
}

func (b *volumeBed) attach(vm string, id cnstypes.CnsVolumeId) *cnstypes.CnsVolumeAttachResult {
	b.Helper()
	return b.result(b.client.AttachVolume(context.Background(), attachSpecs(vm, id))).(*cnstypes.CnsVolumeAttachResult)
}

func (b *volumeBed) detach(vm string, id cnstypes.CnsVolumeId) string {
	b.Helper()
	return faultIn(b.result(b.client.DetachVolume(context.Background(), attachSpecs(vm, id))))
}

// results waits for a task and returns all its results.
func (b *volumeBed) results(task *object.Task, err error) []cnstypes.BaseCnsVolumeOperationResult {
	b.Helper()
	b.must(err)
	info, err := task.WaitForResult(context.Background())
	b.must(err)
	return info.Result.(cnstypes.CnsVolumeOperationBatchResult).VolumeResults
}

func (b *volumeBed) machineDisks(vm string) []machineDisk {
	all, _ := withVolumes(b.center, (*volumeManager).listMachineDisks)()
	found := []machineDisk{}
	for _, each := range all {
		if each.VM == vm {
			found = append(found, each)
		}
	}
	return found
}

func (b *volumeBed) consumers(id cnstypes.CnsVolumeId) []string {
	for _, each := range b.disks() {
		if each.ID == id.Id {
			return each.Consumers
		}
	}
	return nil
}

func (b *volumeBed) uuidOf(vm string) string {
	return get[simulator.VirtualMachine](b.ctx, vmRef(vm)).Config.Uuid
}

func TestAnAttachedVolumeIsADeviceOfTheVM(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.collector = b.ctx.Session.Get(content(b.ctx).PropertyCollector).(*collector)
	b.must(b.filterOn(b.listView(b.vms).Self, "config.hardware.device"))
	version, _ := b.wait("")
	id := b.made("a", 100, "fast")

	first := b.attach(b.vms[0], id)

	_, changed := b.wait(version)
	b.wants("update", changed, map[string]types.ObjectUpdateKind{b.vms[0]: types.ObjectUpdateKindModify})
	disk := b.disks()[0]
	b.wants("disks", b.machineDisks(b.vms[0]), []machineDisk{{
		VM: b.vms[0], Key: 2000, Label: "Hard disk 1", Volume: id.Id, DiskUUID: first.DiskUUID, File: disk.Path,
		Datastore: b.stores["fast"].Value, Mode: "persistent", CapacityMb: 100, Controller: "pvscsi",
	}})
	b.wants("consumer", b.consumers(id), []string{b.uuidOf(b.vms[0])})
	info := b.result(b.client.QueryVolumeInfo(context.Background(), []cnstypes.CnsVolumeId{id}))
	shown := info.(*cnstypes.CnsQueryVolumeInfoResult).VolumeInfo.(*cnstypes.CnsBlockVolumeInfo).VStorageObject
	b.wants("shown consumer", shown.Config.ConsumerId, []types.ID{{Id: b.uuidOf(b.vms[0])}})

	same := b.attach(b.vms[0], id)
	b.wants("same VM", same.Fault.Fault.(*types.ResourceInUse).Name, "volume")
	b.wants("message", same.Fault.LocalizedMessage, "The resource 'volume' is in use.")
	b.wants("other VM", faultIn(b.attach(b.vms[1], id)), "ResourceInUse")
	b.settings(settingsRequest{FaultsAsTaskErrors: pointer(true)})
	b.wants("as task error", b.faultOf(b.client.AttachVolume(context.Background(), attachSpecs(b.vms[1], id))), "ResourceInUse")
	b.settings(settingsRequest{AttachInUse: pointer(true)})
	b.wants("same VM again", faultIn(b.attach(b.vms[0], id)), "ResourceInUse")
	b.wants("second VM", faultIn(b.attach(b.vms[1], id)), "")
	b.wants("detach from it", b.detach(b.vms[1], id), "")
	b.settings(settingsRequest{})

	b.wants("detach elsewhere", b.detach(b.vms[1], id), "NotFound")
	b.wants("detach", b.detach(b.vms[0], id), "")
	b.wants("no disks", b.machineDisks(b.vms[0]), []machineDisk{})
	b.wants("no consumer", b.consumers(id), []string{})
	b.wants("same UUID", b.attach(b.vms[1], id).DiskUUID, first.DiskUUID)
	b.wants("no volume", faultIn(b.attach(b.vms[0], cnstypes.CnsVolumeId{Id: "gone"})), "NotFound")
	b.wants("no VM", faultIn(b.attach("vm-0", id)), "ManagedObjectNotFound")
}

func TestABatchOfOneVMFailsBySpec(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	first, second := b.made("a", 10), b.made("b", 10)
	b.attach(b.vms[1], first)

	results := b.results(b.client.AttachVolume(ctx, attachSpecs(b.vms[0], first, second, second)))

	var faults []string
	for _, each := range results {
		faults = append(faults, faultIn(each))
	}
	b.wants("faults", faults, []string{"ResourceInUse", "", "ResourceInUse"})
	b.wants("disks", len(b.machineDisks(b.vms[0])), 1)
	two := append(attachSpecs(b.vms[0], first), attachSpecs(b.vms[1], second)...)
	b.wants("two VMs", b.faultOf(b.client.AttachVolume(ctx, two)), "InvalidArgument")
	b.wants("specs", b.counts().Specs["CnsAttachVolume"], 6)
	b.wants("detached", len(b.results(b.client.DetachVolume(ctx, attachSpecs(b.vms[0], second, first)))), 2)
}

func TestAVMHasUpToSixtyDisks(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	_, err := withVolumesFor(b.center, (*volumeManager).addMachineDisks)(machineDisksRequest{Disks: []machineDiskSpec{
		{VM: b.vms[0], CapacityMb: 100},
	}})
	b.must(err)
	var ids []cnstypes.CnsVolumeId
	for i := range 60 {
		ids = append(ids, b.made(fmt.Sprint("pvc-", i), 1))
	}

	results := b.results(b.client.AttachVolume(context.Background(), attachSpecs(b.vms[0], ids...)))

	for i, each := range results[:59] {
		b.wants(fmt.Sprint("disk ", i), faultIn(each), "")
	}
	b.wants("the 61st", faultIn(results[59]), "CnsFault")
	fault := results[59].GetCnsVolumeOperationResult().Fault
	if !strings.Contains(fault.LocalizedMessage, "missing SCSI controller") {
		t.Errorf("the message is %q", fault.LocalizedMessage)
	}
	disks := b.machineDisks(b.vms[0])
	b.wants("disks", len(disks), 60)
	b.wants("foreign", disks[0].Volume, "")
	keys, places := make(map[int32]bool), make(map[string]bool)
	for _, each := range disks {
		keys[each.Key], places[fmt.Sprint(each.Bus, ":", each.Unit)] = true, true
		if each.Unit == 7 || each.Unit > 15 {
			t.Errorf("a disk has unit %d", each.Unit)
		}
	}
	b.wants("keys", len(keys), 60)
	b.wants("places", len(places), 60)
	b.wants("last bus", disks[59].Bus, int32(3))

	b.wants("detach", b.detach(b.vms[0], ids[3]), "")
	b.wants("in its place", faultIn(b.attach(b.vms[0], ids[59])), "")
	gone := b.machineDisks(b.vms[0])
	b.wants("disks", len(gone), 60)
}

func TestADestroyedVMDeletesDisksWithoutKeepAfterDeleteVM(t *testing.T) {
	b := newVolumeBed(t, "7.0.3.0")
	made, err := withVolumesFor(b.center, (*volumeManager).addDisks)(disksRequest{Disks: []diskSpec{
		{Datastore: b.stores["fast"].Value, Name: "static", CapacityMb: 30},
	}})
	b.must(err)
	kept, static := b.made("kept", 10), cnstypes.CnsVolumeId{Id: made.IDs[0]}
	b.wants("unknown to CNS", faultIn(b.attach(b.vms[0], static)), "NotFound")
	spec := b.spec("static", 30)
	spec.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails).BackingDiskId = static.Id
	b.wants("register", faultIn(b.create(spec)), "")
	b.wants("attach", faultIn(b.attach(b.vms[0], kept)), "")
	b.wants("attach", faultIn(b.attach(b.vms[0], static)), "")

	_, err = b.center.destroyMachines(idsRequest{IDs: b.vms[:1]})
	b.must(err)

	b.wants("disks", len(b.disks()), 1)
	b.wants("consumers", b.consumers(kept), []string{})
	b.wants("volumes", len(b.volumes()), 2)
	b.wants("VM is gone", b.detach(b.vms[0], kept), "ManagedObjectNotFound")
	b.wants("attach elsewhere", faultIn(b.attach(b.vms[1], kept)), "")
	b.wants("its disk is gone", faultIn(b.attach(b.vms[1], static)), "NotFound")
}

func TestAnUnregisteredVMKeepsItsDisks(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	uuid := b.attach(b.vms[0], id).DiskUUID

	_, err := b.center.unregisterMachines(idsRequest{IDs: b.vms[:1]})
	b.must(err)

	b.wants("attachments", b.volumes()[0].Attachments, []diskAttachment{})
	b.wants("consumers", len(b.consumers(id)), 1)
	b.wants("the VM runs", faultIn(b.attach(b.vms[1], id)), "ResourceInUse")
	again, err := b.center.registerMachines(registration{IDs: b.vms[:1]})
	b.must(err)
	b.wants("attachments", b.volumes()[0].Attachments, []diskAttachment{{VM: again.IDs[0], DiskUUID: uuid}})
	b.wants("detach", b.detach(again.IDs[0], id), "")
	b.wants("elsewhere", faultIn(b.attach(b.vms[1], id)), "")
}

func TestDisksMoveWithTheirVM(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	b.attach(b.vms[0], id)
	before := b.machineDisks(b.vms[0])
	state := func(host, state string) {
		_, err := b.center.setConnection(connectionRequest{Host: host, State: state})
		b.must(err)
	}
	host := get[simulator.HostSystem](b.ctx, *get[simulator.VirtualMachine](b.ctx, vmRef(b.vms[0])).Runtime.Host).Name
	other := map[string]string{"h1": "h2", "h2": "h1"}[host]

	state(host, "notResponding")
	b.wants("stale devices", b.machineDisks(b.vms[0]), before)
	b.wants("detach", b.detach(b.vms[0], id), "HostNotConnected")
	b.settings(settingsRequest{FaultForm: pointer(bareForm)})
	b.wants("bare", b.detach(b.vms[0], id), "CnsFault")
	_, err := b.center.failOver(failoverRequest{IDs: b.vms[:1], Host: other})
	b.must(err)
	b.wants("moved", b.machineDisks(b.vms[0]), before)
	state(host, "connected")
	_, err = b.center.switchMachines(powerRequest{IDs: b.vms[:1], Action: "powerOff"})
	b.must(err)
	_, err = b.center.changeMachines(machinesRequest{Machines: []machineSpec{{ID: b.vms[0], Nics: &[]nicSpec{{Network: "n", DeviceConfigID: 4000}}}}})
	b.must(err)
	b.wants("powered off, with a NIC", b.machineDisks(b.vms[0]), before)
	b.wants("detach", b.detach(b.vms[0], id), "")
	b.wants("attach", faultIn(b.attach(b.vms[0], id)), "")
}

func TestWhatStopsAnAttach(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	tracked, local := b.made("tracked", 10, "fast"), b.made("local", 10, "local")
	_, err := withVolumesFor(b.center, (*volumeManager).changeDisk)(diskChange{ID: tracked.Id, ChangeTracking: pointer(true)})
	b.must(err)

	b.wants("change tracking", faultIn(b.attach(b.vms[0], tracked)), "InvalidState")
	_, err = b.center.changeMachines(machinesRequest{Machines: []machineSpec{{ID: b.vms[0], ChangeTracking: pointer(true)}}})
	b.must(err)
	b.wants("both track", faultIn(b.attach(b.vms[0], tracked)), "")
	on := map[string]string{}
	for _, vm := range b.vms {
		on[get[simulator.HostSystem](b.ctx, *get[simulator.VirtualMachine](b.ctx, vmRef(vm)).Runtime.Host).Name] = vm
	}
	b.wants("not mounted", faultIn(b.attach(on["h2"], local)), "InaccessibleDatastore")
	_, err = b.center.changeMachines(machinesRequest{Machines: []machineSpec{{ID: on["h1"], ConnectionState: pointer("orphaned")}}})
	b.must(err)
	b.wants("orphaned", faultIn(b.attach(on["h1"], local)), "InvalidState")
	_, err = b.center.changeMachines(machinesRequest{Machines: []machineSpec{{ID: on["h1"], ConnectionState: pointer("connected")}}})
	b.must(err)
	_, err = b.center.deny(denial{Objects: []objectRef{{Type: "VirtualMachine", ID: on["h1"]}}})
	b.must(err)
	b.wants("hidden", faultIn(b.attach(on["h1"], local)), "NoPermission")
	_, err = b.center.deny(denial{})
	b.must(err)
	for _, missing := range []missingPrivileges{
		{Type: "VirtualMachine", ID: on["h1"], Privileges: []string{addDiskPrivilege}},
		{Type: "Datastore", ID: b.stores["local"].Value, Privileges: []string{fileManagement}},
	} {
		_, err = b.center.setPrivileges(privilegesRequest{Missing: []missingPrivileges{missing}})
		b.must(err)
		refused := rootCause(b.attach(on["h1"], local).Fault).Fault.(*types.NoPermission)
		b.wants("privilege", refused.PrivilegeId, missing.Privileges[0])
	}
	_, err = b.center.setPrivileges(privilegesRequest{})
	b.must(err)
	b.wants("attach", faultIn(b.attach(on["h1"], local)), "")
}

func TestASnapshotOfAVMHoldsItsDependentDisks(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	dependent, independent := b.made("a", 10), b.made("b", 10)
	b.attach(b.vms[0], dependent)
	b.settings(settingsRequest{DiskMode: pointer("independent_persistent")})
	b.attach(b.vms[0], independent)
	_, err := b.center.snapshotMachines(machineSnapshotsRequest{IDs: b.vms[:1]})
	b.must(err)

	held := b.result(b.client.DetachVolume(context.Background(), attachSpecs(b.vms[0], dependent)))
	b.wants("dependent", faultIn(held), "InvalidDeviceSpec")
	b.wants("message", rootCause(held.GetCnsVolumeOperationResult().Fault).LocalizedMessage, "Invalid configuration for device '0'.")
	b.wants("independent", b.detach(b.vms[0], independent), "")
	_, err = b.center.snapshotMachines(machineSnapshotsRequest{IDs: b.vms[:1], Remove: true})
	b.must(err)
	b.wants("without snapshots", b.detach(b.vms[0], dependent), "")
}

func TestAnAdministratorAttachesDisksWithoutCNS(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	_, err := withVolumesFor(b.center, (*volumeManager).addMachineDisks)(machineDisksRequest{Disks: []machineDiskSpec{
		{VM: b.vms[0], CapacityMb: 100, Controller: "lsilogic"}, {VM: b.vms[0], CapacityMb: 50, Controller: "nvme"},
		{VM: b.vms[1], Disk: id.Id},
	}})
	b.must(err)

	b.wants("consumer", b.consumers(id), []string{b.uuidOf(b.vms[1])})
	b.wants("in use", faultIn(b.attach(b.vms[0], id)), "ResourceInUse")
	_, err = withVolumesFor(b.center, (*volumeManager).removeMachineDisk)(diskRemoval{VM: b.vms[1], Disk: id.Id})
	b.must(err)
	b.wants("attach", faultIn(b.attach(b.vms[0], id)), "")
	var places []string
	for _, each := range b.machineDisks(b.vms[0]) {
		places = append(places, fmt.Sprintf("%s %s %d:%d", each.Label, each.Controller, each.Bus, each.Unit))
	}
	b.wants("places", places, []string{"Hard disk 1 lsilogic 0:0", "Hard disk 2 nvme 0:0", "Hard disk 3 pvscsi 1:0"})
}

func TestStorageVMotionKeepsTheIDOfAVolume(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	b.attach(b.vms[0], id)
	before := b.machineDisks(b.vms[0])[0]

	_, err := withVolumesFor(b.center, (*volumeManager).relocateDisk)(diskRelocation{ID: id.Id, Datastore: b.stores["local"].Value})
	b.must(err)

	after, volume := b.machineDisks(b.vms[0])[0], b.volumes()[0]
	b.wants("datastore", volume.Datastore, b.stores["local"].Value)
	b.wants("path", after.File, volume.Path)
	b.wants("moved", after.File != before.File && after.Datastore == volume.Datastore, true)
	b.wants("UUID", after.DiskUUID, before.DiskUUID)
	b.wants("file", b.disks()[0].File, true)
	grown := b.result(b.client.ExtendVolume(context.Background(), []cnstypes.CnsVolumeExtendSpec{{VolumeId: id, CapacityInMb: 20}}))
	b.wants("extend", faultIn(grown), "")
	b.wants("size of the device", b.machineDisks(b.vms[0])[0].CapacityMb, int64(20))
}

func TestARestoredVCenterHasTheDevicesOfThen(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	uuid := b.attach(b.vms[0], id).DiskUUID
	dir := b.TempDir()
	_, err := b.center.save(saveRequest{Directory: dir})
	b.must(err)
	b.detach(b.vms[0], id)
	b.attach(b.vms[1], id)

	restored := b.from(dir)

	b.wants("disks", len(restored.machineDisks(b.vms[1])), 0)
	b.wants("UUID", restored.machineDisks(b.vms[0])[0].DiskUUID, uuid)
	b.wants("consumer", restored.consumers(id), []string{b.uuidOf(b.vms[0])})
	b.wants("attach", faultIn(restored.attach(b.vms[1], id)), "ResourceInUse")
	b.wants("detach", restored.detach(b.vms[0], id), "")
	b.wants("attach", restored.attach(b.vms[1], id).DiskUUID, uuid)
}

func TestAVMMayShowNoDevices(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	b.attach(b.vms[0], id)
	before, shown := b.machineDisks(b.vms[0]), get[simulator.VirtualMachine](b.ctx, vmRef(b.vms[0])).Config
	hide := func(hidden bool) {
		_, err := withVolumesFor(b.center, (*volumeManager).hideDevices)(hideRequest{IDs: b.vms[:1], Hidden: hidden})
		b.must(err)
	}

	hide(true)
	b.wants("devices", len(shown.Hardware.Device), 0)
	b.wants("it has them", b.machineDisks(b.vms[0]), before)
	b.wants("attach elsewhere", faultIn(b.attach(b.vms[1], id)), "ResourceInUse")
	b.wants("detach", b.detach(b.vms[0], id), "HostNotConnected")
	hide(false)
	b.wants("devices", countDisks(shown.Hardware.Device), 1)
	hide(true)
	_, err := b.center.destroyMachines(idsRequest{IDs: b.vms[:1]})
	b.must(err)
	b.wants("attach elsewhere", faultIn(b.attach(b.vms[1], id)), "")
}
