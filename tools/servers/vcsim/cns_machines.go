package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// fate is what happens to the files of a VM that leaves the inventory.
type fate int

const (
	destroyed    fate = iota // its files are deleted
	unregistered             // its files stay, and it runs on if it runs
	vanished                 // its place is not known; its FCDs are free
)

// takeOut removes a VM from the inventory. c.bulk is held.
func (c *vcenter) takeOut(ctx *simulator.Context, vm *simulator.VirtualMachine, how fate) {
	if how == unregistered {
		c.unregistered[vm.Self.Value] = vm
	}
	if c.cns != nil {
		c.cns.mu.Lock() // so that no task attaches a disk before the VM is gone
		defer c.cns.mu.Unlock()
		c.cns.machineLeaves(vm, how)
	}
	erase(ctx, []*simulator.VirtualMachine{vm})
}

// leave does the same for the FCDs of a VM that the caller removes.
func (c *vcenter) leave(vm *simulator.VirtualMachine, how fate) {
	if c.cns != nil {
		c.cns.mu.Lock()
		defer c.cns.mu.Unlock()
		c.cns.machineLeaves(vm, how)
	}
}

// machineLeaves does to the FCDs of a VM what happens when it leaves. mu is held.
//
// CNS still knows a volume whose FCD is deleted.
func (m *volumeManager) machineLeaves(vm *simulator.VirtualMachine, how fate) {
	m.showDevices(vm)
	for _, id := range fcdsOf(vm.Config) {
		disk, _ := m.disk(id)
		switch {
		case disk == nil:
		case how == unregistered:
			if vm.Runtime.PowerState == types.VirtualMachinePowerStatePoweredOn {
				m.locks[id] = vm.Self
			}
		case how == destroyed && (disk.Config.KeepAfterDeleteVm == nil || !*disk.Config.KeepAfterDeleteVm):
			m.removeDisk(id)
		default:
			m.setConsumer(id, "")
		}
	}
}

// returned ends the locks of a VM that is registered again.
func (c *vcenter) returned(former types.ManagedObjectReference) {
	if c.cns == nil {
		return
	}
	c.cns.mu.Lock()
	defer c.cns.mu.Unlock()
	for id, holder := range c.cns.locks {
		if holder == former {
			delete(c.cns.locks, id)
		}
	}
}

type machineDisk struct {
	VM         string `json:"vm"`
	Key        int32  `json:"key"`
	Label      string `json:"label"`
	Volume     string `json:"volume"` // id of the FCD, or ""
	DiskUUID   string `json:"diskUuid"`
	File       string `json:"file"`      // as in [datastore1] fcd/UUID.vmdk
	Datastore  string `json:"datastore"` // moref
	Mode       string `json:"mode"`
	CapacityMb int64  `json:"capacityMb"`
	Controller string `json:"controller"` // pvscsi, lsilogic, nvme or other
	Bus        int32  `json:"bus"`
	Unit       int32  `json:"unit"`
}

// listMachineDisks returns the disks of all VMs, by VM, bus and unit.
func (m *volumeManager) listMachineDisks() []machineDisk {
	answer := []machineDisk{}
	for _, entity := range m.ctx.Map.All("VirtualMachine") {
		vm := entity.(*simulator.VirtualMachine)
		devices := m.devices(vm)
		for _, device := range devices {
			if disk, ok := device.(*types.VirtualDisk); ok {
				answer = append(answer, describeDisk(vm.Self.Value, devices, disk))
			}
		}
	}
	slices.SortFunc(answer, func(a, b machineDisk) int {
		return cmp.Or(cmp.Compare(a.VM, b.VM), cmp.Compare(a.Bus, b.Bus), cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Key, b.Key))
	})
	return answer
}

func describeDisk(vm string, devices []types.BaseVirtualDevice, disk *types.VirtualDisk) machineDisk {
	backing := flatBacking(disk)
	described := machineDisk{
		VM: vm, Key: disk.Key, DiskUUID: backing.Uuid, File: backing.FileName, Mode: backing.DiskMode,
		CapacityMb: disk.CapacityInBytes >> 20, Controller: "other",
	}
	if disk.DeviceInfo != nil {
		described.Label = disk.DeviceInfo.GetDescription().Label
	}
	if disk.VDiskId != nil {
		described.Volume = disk.VDiskId.Id
	}
	if backing.Datastore != nil {
		described.Datastore = backing.Datastore.Value
	}
	if disk.UnitNumber != nil {
		described.Unit = *disk.UnitNumber
	}
	for _, device := range devices {
		if controller, ok := device.(types.BaseVirtualController); ok && device.GetVirtualDevice().Key == disk.ControllerKey {
			described.Bus = controller.GetVirtualController().BusNumber
			switch device.(type) {
			case *types.ParaVirtualSCSIController:
				described.Controller = "pvscsi"
			case *types.VirtualLsiLogicController:
				described.Controller = "lsilogic"
			case *types.VirtualNVMEController:
				described.Controller = "nvme"
			}
		}
	}
	return described
}

type machineDisksRequest struct {
	Disks []machineDiskSpec `json:"disks"`
}

// machineDiskSpec is a disk that a VM gets without CNS.
type machineDiskSpec struct {
	VM string `json:"vm"`
	// Disk is the id of an FCD. "" makes another disk, in the folder of the VM.
	Disk       string `json:"disk"`
	CapacityMb int64  `json:"capacityMb"` // of another disk
	Mode       string `json:"mode"`       // persistent, if empty
	// Controller is pvscsi, lsilogic or nvme; pvscsi if empty. A VM gets the controller if it has none that is free.
	Controller string `json:"controller"`
}

// addMachineDisks attaches disks as an administrator does, without CNS. An FCD gets a consumer. The disk stays attached
// to other VMs that have it.
func (m *volumeManager) addMachineDisks(request machineDisksRequest) ([]machineDisk, error) {
	answer := []machineDisk{}
	for _, spec := range request.Disks {
		vm, err := machine(m.ctx, spec.VM)
		if err != nil {
			return nil, err
		}
		devices := devicesOf(m.ctx, vm)
		at, err := adminSlot(devices, spec.Controller)
		if err != nil {
			return nil, fmt.Errorf("VM %s: %w", spec.VM, err)
		}
		if spec.Mode == "" {
			spec.Mode = string(types.VirtualDiskModePersistent)
		}
		device, err := m.deviceOf(vm, spec)
		if err != nil {
			return nil, err
		}
		setDevices(m.ctx, vm, plugged(devices, at, device))
		if spec.Disk != "" {
			m.setConsumer(spec.Disk, vm.Config.Uuid)
		}
		answer = append(answer, describeDisk(spec.VM, devicesOf(m.ctx, vm), device))
	}
	return answer, nil
}

func (m *volumeManager) deviceOf(vm *simulator.VirtualMachine, spec machineDiskSpec) (*types.VirtualDisk, error) {
	if spec.Disk != "" {
		disk, store := m.disk(spec.Disk)
		if disk == nil {
			return nil, fmt.Errorf("no disk %q", spec.Disk)
		}
		return m.deviceFor(disk, store, spec.Mode), nil
	}
	store := get[simulator.Datastore](m.ctx, vm.Datastore[0])
	name := vm.Name
	if count := countDisks(devicesOf(m.ctx, vm)); count > 0 {
		name = fmt.Sprintf("%s_%d", vm.Name, count)
	}
	backing := &types.VirtualDiskFlatVer2BackingInfo{
		DiskMode: spec.Mode, Uuid: newDiskUUID(), ThinProvisioned: types.NewBool(true),
	}
	backing.FileName, backing.Datastore = fmt.Sprintf("[%s] %s/%s.vmdk", store.Name, vm.Name, name), &store.Self
	device := &types.VirtualDisk{CapacityInKB: spec.CapacityMb << 10, CapacityInBytes: spec.CapacityMb << 20}
	device.Backing = backing
	return device, nil
}

func countDisks(devices []types.BaseVirtualDevice) int {
	count := 0
	for _, device := range devices {
		if _, ok := device.(*types.VirtualDisk); ok {
			count++
		}
	}
	return count
}

const firstNVMEKey = 31000

func adminSlot(devices []types.BaseVirtualDevice, kind string) (slot, error) {
	switch kind {
	case "", "pvscsi":
		if at, ok := pvscsiSlot(devices); ok {
			return at, nil
		}
		return slot{}, fmt.Errorf("all SCSI controllers are full")
	case "lsilogic":
		used := make(map[int32]bool)
		for _, device := range devices {
			if controller, ok := device.(*types.VirtualLsiLogicController); ok {
				if unit, ok := freeUnit(devices, controller.Key); ok {
					return slot{controller: controller, unit: unit}, nil
				}
			}
			if controller, ok := device.(types.BaseVirtualSCSIController); ok {
				used[controller.GetVirtualSCSIController().BusNumber] = true
			}
		}
		for bus := range int32(mostControllers) {
			if !used[bus] {
				return slot{controller: newController(&types.VirtualLsiLogicController{}, bus), added: true}, nil
			}
		}
		return slot{}, fmt.Errorf("there are %d SCSI controllers", mostControllers)
	case "nvme":
		for _, device := range devices {
			if controller, ok := device.(*types.VirtualNVMEController); ok {
				unit, _ := freeUnit(devices, controller.Key)
				return slot{controller: controller, unit: unit}, nil
			}
		}
		controller := new(types.VirtualNVMEController)
		controller.Key, controller.DeviceInfo = firstNVMEKey, &types.Description{Label: "NVME controller 0", Summary: "NVME controller 0"}
		return slot{controller: controller, added: true}, nil
	default:
		return slot{}, fmt.Errorf("controller is %q, expected pvscsi, lsilogic or nvme", kind)
	}
}

type diskRemoval struct {
	VM   string `json:"vm"`
	Disk string `json:"disk"` // id of an FCD
	Key  int32  `json:"key"`  // of the device, if disk is empty
}

// removeMachineDisk detaches a disk as an administrator does, without CNS.
func (m *volumeManager) removeMachineDisk(request diskRemoval) (nothing, error) {
	vm, err := machine(m.ctx, request.VM)
	if err != nil {
		return nothing{}, err
	}
	for _, device := range devicesOf(m.ctx, vm) {
		disk, ok := device.(*types.VirtualDisk)
		if !ok {
			continue
		}
		if request.Disk == "" && disk.Key == request.Key || disk.VDiskId != nil && disk.VDiskId.Id == request.Disk {
			m.plugOut(vm, disk.Key)
			return nothing{}, nil
		}
	}
	return nothing{}, fmt.Errorf("VM %s has no disk %q with key %d", request.VM, request.Disk, request.Key)
}

type machineSnapshotsRequest struct {
	IDs    []string `json:"ids"`
	Remove bool     `json:"remove"`
}

// snapshotMachines gives VMs a snapshot, or removes all their snapshots.
func (c *vcenter) snapshotMachines(request machineSnapshotsRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	machines, err := machinesOf(ctx, request.IDs)
	if err != nil {
		return nothing{}, err
	}
	for _, vm := range machines {
		shown := types.VirtualMachineSnapshotInfo{} // the simulator cannot unset a property
		if !request.Remove {
			ref := types.ManagedObjectReference{Type: "VirtualMachineSnapshot", Value: "snapshot-" + vm.Self.Value}
			shown.CurrentSnapshot = &ref
			shown.RootSnapshotList = []types.VirtualMachineSnapshotTree{{
				Snapshot: ref, Vm: vm.Self, Name: "backup", CreateTime: time.Now(), State: vm.Runtime.PowerState,
			}}
		}
		ctx.WithLock(vm, func() {
			ctx.Update(vm, []types.PropertyChange{{Name: "snapshot", Val: shown}})
		})
	}
	return nothing{}, nil
}

type hideRequest struct {
	IDs    []string `json:"ids"`
	Hidden bool     `json:"hidden"`
}

// hideDevices makes VMs show no devices, as vCenter sometimes does for the VMs of a host that lost its power. They
// still have their disks, and no client can change them. A save contains the VMs without devices.
func (m *volumeManager) hideDevices(request hideRequest) (nothing, error) {
	machines, err := machinesOf(m.ctx, request.IDs)
	if err != nil {
		return nothing{}, err
	}
	for _, vm := range machines {
		if _, hidden := m.hidden[vm.Self]; hidden == request.Hidden {
			continue
		}
		if !request.Hidden {
			m.showDevices(vm)
			continue
		}
		m.hidden[vm.Self] = devicesOf(m.ctx, vm)
		m.index.hide(vm.Self, true)
		setDevices(m.ctx, vm, []types.BaseVirtualDevice{})
	}
	return nothing{}, nil
}

// showDevices ends hideDevices for a VM.
func (m *volumeManager) showDevices(vm *simulator.VirtualMachine) {
	devices, ok := m.hidden[vm.Self]
	if !ok {
		return
	}
	delete(m.hidden, vm.Self)
	m.index.hide(vm.Self, false)
	setDevices(m.ctx, vm, devices)
}
