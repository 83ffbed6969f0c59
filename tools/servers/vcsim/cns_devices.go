package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// diskIndex knows which VMs have a device for an FCD. It listens to the registry, so it also follows devices that no
// call of CNS changes: VMs that leave, return, or are loaded.
//
// The registry calls it while it holds the lock of the VM. mu is the last lock that a thread takes.
type diskIndex struct {
	Self types.ManagedObjectReference

	mu      sync.Mutex
	holders map[string][]types.ManagedObjectReference // by the id of the FCD
	disks   map[types.ManagedObjectReference][]string // the ids of the FCDs of a VM
}

func newDiskIndex(ctx *simulator.Context) *diskIndex {
	index := &diskIndex{
		Self:    types.ManagedObjectReference{Type: "DiskIndex", Value: "disks"},
		holders: make(map[string][]types.ManagedObjectReference),
		disks:   make(map[types.ManagedObjectReference][]string),
	}
	ctx.Map.AddHandler(index)
	return index
}

func (x *diskIndex) Reference() types.ManagedObjectReference { return x.Self }

func (x *diskIndex) PutObject(_ *simulator.Context, object mo.Reference) {
	if vm, ok := object.(*simulator.VirtualMachine); ok {
		x.set(vm.Self, fcdsOf(vm.Config))
	}
}

func (x *diskIndex) UpdateObject(_ *simulator.Context, object mo.Reference, changes []types.PropertyChange) {
	vm, ok := object.(*mo.VirtualMachine)
	if ok && slices.ContainsFunc(changes, func(change types.PropertyChange) bool {
		return within("config.hardware.device", change.Name) || within(change.Name, "config.hardware.device")
	}) {
		x.set(vm.Self, fcdsOf(vm.Config))
	}
}

func (x *diskIndex) RemoveObject(_ *simulator.Context, ref types.ManagedObjectReference) {
	if ref.Type == "VirtualMachine" {
		x.set(ref, nil)
	}
}

func fcdsOf(config *types.VirtualMachineConfigInfo) []string {
	if config == nil {
		return nil
	}
	var ids []string
	for _, device := range config.Hardware.Device {
		if disk, ok := device.(*types.VirtualDisk); ok && disk.VDiskId != nil {
			ids = append(ids, disk.VDiskId.Id)
		}
	}
	return ids
}

func (x *diskIndex) set(vm types.ManagedObjectReference, ids []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range x.disks[vm] {
		x.holders[id] = removing(vm)(x.holders[id])
		if len(x.holders[id]) == 0 {
			delete(x.holders, id)
		}
	}
	delete(x.disks, vm)
	for _, id := range ids {
		x.holders[id] = adding(vm)(x.holders[id])
	}
	if len(ids) > 0 {
		x.disks[vm] = ids
	}
}

// of returns the VMs that have a device for an FCD.
func (x *diskIndex) of(id string) []types.ManagedObjectReference {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.holders[id])
}

// A VM has up to four SCSI controllers with up to 15 disks each. Unit 7 is that of the controller itself.
const (
	mostControllers    = 4
	unitOfController   = 7
	lastUnit           = 15
	firstControllerKey = 1000
	firstDiskKey       = 2000
)

// slot is a place for a disk.
type slot struct {
	controller types.BaseVirtualDevice
	added      bool // the controller is new
	unit       int32
}

// pvscsiSlot returns the first free place of a PVSCSI controller, or of a new one. CNS uses no other controllers.
func pvscsiSlot(devices []types.BaseVirtualDevice) (slot, bool) {
	buses := make(map[int32]types.BaseVirtualDevice)
	for _, device := range devices {
		if controller, ok := device.(types.BaseVirtualSCSIController); ok {
			buses[controller.GetVirtualSCSIController().BusNumber] = device
		}
	}
	for bus := range int32(mostControllers) {
		if controller, ok := buses[bus].(*types.ParaVirtualSCSIController); ok {
			if unit, ok := freeUnit(devices, controller.Key); ok {
				return slot{controller: controller, unit: unit}, true
			}
		}
	}
	for bus := range int32(mostControllers) {
		if buses[bus] == nil {
			return slot{controller: newController(&types.ParaVirtualSCSIController{}, bus), added: true}, true
		}
	}
	return slot{}, false
}

// chosenSlot returns the place that a client chose.
func chosenSlot(devices []types.BaseVirtualDevice, key, unit int32) (slot, bool) {
	at := slices.IndexFunc(devices, func(device types.BaseVirtualDevice) bool {
		_, isController := device.(types.BaseVirtualController)
		return isController && device.GetVirtualDevice().Key == key
	})
	if at < 0 || unit < 0 || unit > lastUnit || unit == unitOfController || slices.Contains(usedUnits(devices, key), unit) {
		return slot{}, false
	}
	return slot{controller: devices[at], unit: unit}, true
}

func newController(controller types.BaseVirtualSCSIController, bus int32) types.BaseVirtualDevice {
	scsi := controller.GetVirtualSCSIController()
	scsi.Key, scsi.BusNumber = firstControllerKey+bus, bus
	scsi.ControllerKey, scsi.ScsiCtlrUnitNumber = 100, unitOfController
	scsi.SharedBus, scsi.HotAddRemove = types.VirtualSCSISharingNoSharing, types.NewBool(true)
	scsi.DeviceInfo = &types.Description{Label: fmt.Sprintf("SCSI controller %d", bus), Summary: "SCSI"}
	return controller.(types.BaseVirtualDevice)
}

func usedUnits(devices []types.BaseVirtualDevice, controller int32) []int32 {
	var used []int32
	for _, each := range devices {
		if device := each.GetVirtualDevice(); device.ControllerKey == controller && device.UnitNumber != nil {
			used = append(used, *device.UnitNumber)
		}
	}
	return used
}

func freeUnit(devices []types.BaseVirtualDevice, controller int32) (int32, bool) {
	used := usedUnits(devices, controller)
	for unit := range int32(lastUnit + 1) {
		if unit != unitOfController && !slices.Contains(used, unit) {
			return unit, true
		}
	}
	return 0, false
}

// devicesOf returns a copy of the list of the devices of a VM. The devices themselves never change: a change replaces
// them.
func devicesOf(ctx *simulator.Context, vm *simulator.VirtualMachine) (devices []types.BaseVirtualDevice) {
	ctx.WithLock(vm, func() {
		if vm.Config != nil {
			devices = slices.Clone(vm.Config.Hardware.Device)
		}
	})
	return devices
}

// setDevices replaces the devices of a VM, and notifies the collectors.
func setDevices(ctx *simulator.Context, vm *simulator.VirtualMachine, devices []types.BaseVirtualDevice) {
	disks := int32(0)
	children := make(map[int32][]int32)
	for i, device := range devices {
		if disk, ok := device.(*types.VirtualDisk); ok {
			disks++
			children[disk.ControllerKey] = append(children[disk.ControllerKey], disk.Key)
			if disk.DeviceInfo == nil {
				labelled := *disk
				labelled.DeviceInfo = &types.Description{
					Label: freeLabel(devices), Summary: fmt.Sprintf("%d KB", disk.CapacityInKB),
				}
				devices[i] = &labelled
			}
		}
	}
	for i, device := range devices {
		devices[i] = withChildren(device, children[device.GetVirtualDevice().Key])
	}
	ctx.WithLock(vm, func() {
		ctx.Update(vm, []types.PropertyChange{
			{Name: "config.hardware.device", Val: devices}, {Name: "summary.config.numVirtualDisks", Val: disks},
		})
	})
}

// withChildren returns a copy of a disk controller that lists its disks. Other devices stay as they are.
func withChildren(device types.BaseVirtualDevice, children []int32) types.BaseVirtualDevice {
	switch controller := device.(type) {
	case *types.ParaVirtualSCSIController:
		copied := *controller
		copied.Device = children
		return &copied
	case *types.VirtualLsiLogicController:
		copied := *controller
		copied.Device = children
		return &copied
	case *types.VirtualNVMEController:
		copied := *controller
		copied.Device = children
		return &copied
	default:
		return device
	}
}

// freeLabel returns the first free label such as Hard disk 1.
func freeLabel(devices []types.BaseVirtualDevice) string {
	for n := 1; ; n++ {
		label := fmt.Sprintf("Hard disk %d", n)
		if !slices.ContainsFunc(devices, func(device types.BaseVirtualDevice) bool {
			info := device.GetVirtualDevice().DeviceInfo
			return info != nil && info.GetDescription().Label == label
		}) {
			return label
		}
	}
}

// plugged returns the devices with a disk at a free place.
func plugged(devices []types.BaseVirtualDevice, at slot, disk *types.VirtualDisk) []types.BaseVirtualDevice {
	controller := at.controller.GetVirtualDevice()
	disk.ControllerKey, disk.UnitNumber = controller.Key, types.NewInt32(at.unit)
	disk.Key = firstDiskKey + (controller.Key-firstControllerKey)*(lastUnit+1) + at.unit
	if at.added {
		devices = append(devices, at.controller)
	}
	return append(devices, disk)
}

// diskOfFCD returns the device of an FCD among others, or nil.
func diskOfFCD(devices []types.BaseVirtualDevice, id string) *types.VirtualDisk {
	for _, device := range devices {
		if disk, ok := device.(*types.VirtualDisk); ok && disk.VDiskId != nil && disk.VDiskId.Id == id {
			return disk
		}
	}
	return nil
}

func flatBacking(device *types.VirtualDisk) *types.VirtualDiskFlatVer2BackingInfo {
	backing, ok := device.Backing.(*types.VirtualDiskFlatVer2BackingInfo)
	if !ok {
		return new(types.VirtualDiskFlatVer2BackingInfo)
	}
	return backing
}

// deviceFor returns a device for an FCD. mu is held.
func (m *volumeManager) deviceFor(disk *simulator.VStorageObject, store *simulator.Datastore, mode string) *types.VirtualDisk {
	backing := &types.VirtualDiskFlatVer2BackingInfo{
		DiskMode: mode, Uuid: m.state(disk.Config.Id.Id).UUID,
		Split: types.NewBool(false), WriteThrough: types.NewBool(false), ThinProvisioned: types.NewBool(true),
	}
	backing.FileName, backing.Datastore = backingOf(disk).FilePath, &store.Self
	object := backingOf(disk).BackingObjectId
	backing.BackingObjectId = &object
	device := &types.VirtualDisk{
		CapacityInKB: disk.Config.CapacityInMB << 10, CapacityInBytes: disk.Config.CapacityInMB << 20,
		VDiskId: &types.ID{Id: disk.Config.Id.Id},
	}
	device.Backing = backing
	return device
}

// refreshDevices shows a changed FCD in the VMs that have it. mu is held.
func (m *volumeManager) refreshDevices(id string) {
	disk, store := m.disk(id)
	if disk == nil {
		return
	}
	for _, ref := range m.index.of(id) {
		vm := get[simulator.VirtualMachine](m.ctx, ref)
		if vm == nil {
			continue
		}
		devices := devicesOf(m.ctx, vm)
		for i, each := range devices {
			old, ok := each.(*types.VirtualDisk)
			if !ok || old.VDiskId == nil || old.VDiskId.Id != id {
				continue
			}
			fresh := m.deviceFor(disk, store, flatBacking(old).DiskMode)
			fresh.Key, fresh.ControllerKey, fresh.UnitNumber = old.Key, old.ControllerKey, old.UnitNumber
			fresh.DeviceInfo = old.DeviceInfo
			devices[i] = fresh
		}
		setDevices(m.ctx, vm, devices)
	}
}
