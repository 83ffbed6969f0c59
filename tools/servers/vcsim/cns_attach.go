package main

import (
	"slices"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// diskAttachment says which VM has the disk of a volume.
type diskAttachment struct {
	VM       string `json:"vm"`
	DiskUUID string `json:"diskUuid"`
}

// The privileges that attach and detach need on the VM.
const (
	addDiskPrivilege   = "VirtualMachine.Config.AddExistingDisk"
	addDevicePrivilege = "VirtualMachine.Config.AddRemoveDevice"
)

// attachments returns the VMs that have a device for an FCD. mu is held.
func (m *volumeManager) attachments(id string) []diskAttachment {
	all := []diskAttachment{}
	for _, ref := range m.index.of(id) {
		if vm := get[simulator.VirtualMachine](m.ctx, ref); vm != nil {
			if disk := diskOfFCD(m.devices(vm), id); disk != nil {
				all = append(all, diskAttachment{VM: ref.Value, DiskUUID: flatBacking(disk).Uuid})
			}
		}
	}
	return all
}

// devices returns the devices of a VM, also those that it does not show. mu is held.
func (m *volumeManager) devices(vm *simulator.VirtualMachine) []types.BaseVirtualDevice {
	if hidden, ok := m.hidden[vm.Self]; ok {
		return hidden
	}
	return devicesOf(m.ctx, vm)
}

// inUse returns true if a VM has the FCD, or if a VM outside the inventory has opened its file. mu is held.
func (m *volumeManager) inUse(id string) bool {
	_, locked := m.locks[id]
	return locked || len(m.index.of(id)) > 0
}

func volumeInUse() types.BaseMethodFault {
	return &types.ResourceInUse{Name: "volume"}
}

// onOneVM performs each spec of an attach or a detach. All specs must be for the same VM.
//
// A vCenter may refuse several specs: the Go driver sends them only to Supervisors, and in July 2025 CNS did not take
// them yet (vsphere-csi-driver PR 3320). The fault is that of the other methods that take only one.
func (m *volumeManager) onOneVM(method string, specs []cnstypes.CnsVolumeAttachDetachSpec,
	do func(cnstypes.CnsVolumeAttachDetachSpec) cnstypes.BaseCnsVolumeOperationResult) (types.AnyType, types.BaseMethodFault) {
	if len(specs) > 1 && slices.Contains(m.settings.RefusedArrays, method) {
		return nil, &types.InvalidArgument{InvalidProperty: "InputSpec"}
	}
	for _, spec := range specs {
		if spec.Vm != specs[0].Vm {
			return nil, &types.InvalidArgument{InvalidProperty: "InputSpec"}
		}
	}
	return performEach(method+"Spec", specs, do)
}

func vmRef(id string) types.ManagedObjectReference {
	return types.ManagedObjectReference{Type: "VirtualMachine", Value: id}
}

func (m *volumeManager) attach(spec cnstypes.CnsVolumeAttachDetachSpec) cnstypes.BaseCnsVolumeOperationResult {
	result := &cnstypes.CnsVolumeAttachResult{}
	result.VolumeId = spec.VolumeId
	uuid, fault := m.tryAttach(spec)
	result.DiskUUID, result.Fault = uuid, localized(fault)
	return result
}

func (m *volumeManager) tryAttach(spec cnstypes.CnsVolumeAttachDetachSpec) (string, types.BaseMethodFault) {
	id := spec.VolumeId.Id
	v := m.known(id)
	if v == nil {
		return "", m.missing(spec.VolumeId)
	}
	if v.isFile() { // it has no disk; the type of this fault is a guess
		return "", new(types.NotSupported)
	}
	vm, fault := m.machineFor(spec.Vm, addDiskPrivilege, addDevicePrivilege)
	if fault != nil {
		return "", fault
	}
	disk, store := m.disk(id)
	if disk == nil {
		return "", new(types.NotFound)
	}
	if m.inUse(id) && (!m.settings.AttachInUse || diskOfFCD(m.devices(vm), id) != nil) {
		return "", volumeInUse()
	}
	if fault := m.attachable(vm, disk, store); fault != nil {
		return "", fault
	}
	devices := devicesOf(m.ctx, vm)
	at, ok := pvscsiSlot(devices)
	if !ok {
		return "", cnsFault("CNS: Failed to attach disk because missing SCSI controller")
	}
	if spec.ControllerKey != nil && spec.UnitNumber != nil {
		if at, ok = chosenSlot(devices, *spec.ControllerKey, *spec.UnitNumber); !ok {
			return "", &types.InvalidArgument{InvalidProperty: "unitNumber"}
		}
	}
	mode := spec.DiskMode
	if mode == "" {
		mode = m.settings.DiskMode
	}
	m.plugIn(vm, at, m.deviceFor(disk, store, mode))
	return m.state(id).UUID, nil
}

// plugIn adds the device of an FCD to a VM, which becomes its consumer. mu is held.
func (m *volumeManager) plugIn(vm *simulator.VirtualMachine, at slot, device *types.VirtualDisk) {
	setDevices(m.ctx, vm, plugged(devicesOf(m.ctx, vm), at, device))
	m.setConsumer(device.VDiskId.Id, vm.Config.Uuid)
}

// machineFor returns a VM, or the fault for which the account cannot change its disks.
func (m *volumeManager) machineFor(ref types.ManagedObjectReference, privileges ...string) (*simulator.VirtualMachine, types.BaseMethodFault) {
	vm := get[simulator.VirtualMachine](m.ctx, ref)
	if vm == nil {
		return nil, &types.ManagedObjectNotFound{Obj: ref}
	}
	rights := rightsOf(m.ctx)
	if rights.hide(m.ctx, ref) {
		return nil, noPermission(ref)
	}
	for _, privilege := range privileges {
		if !rights.grants(m.ctx, ref, privilege) {
			return nil, &types.NoPermission{Object: &ref, PrivilegeId: privilege}
		}
	}
	return vm, nil
}

// attachable returns the fault for which a VM cannot get an FCD that no other VM has, or nil.
func (m *volumeManager) attachable(vm *simulator.VirtualMachine, disk *simulator.VStorageObject, store *simulator.Datastore) types.BaseMethodFault {
	if fault := m.reachable(vm); fault != nil {
		return fault
	}
	if !rightsOf(m.ctx).grants(m.ctx, store.Self, fileManagement) {
		return &types.NoPermission{Object: &store.Self, PrivilegeId: fileManagement}
	}
	if !store.Summary.Accessible || !mountedOn(store, *vm.Runtime.Host) {
		return inaccessible(store)
	}
	tracks := vm.Config.ChangeTrackingEnabled != nil && *vm.Config.ChangeTrackingEnabled
	if tracked := disk.Config.ChangedBlockTrackingEnabled; tracked != nil && *tracked && !tracks {
		return &types.InvalidState{}
	}
	return nil
}

// reachable returns the fault for which the configuration of a VM cannot change, or nil.
func (m *volumeManager) reachable(vm *simulator.VirtualMachine) types.BaseMethodFault {
	host := get[simulator.HostSystem](m.ctx, *vm.Runtime.Host)
	_, hidden := m.hidden[vm.Self]
	switch {
	case hidden || host == nil || host.Runtime.ConnectionState != types.HostSystemConnectionStateConnected,
		vm.Runtime.ConnectionState == types.VirtualMachineConnectionStateDisconnected:
		return new(types.HostNotConnected)
	case vm.Runtime.ConnectionState != types.VirtualMachineConnectionStateConnected:
		return new(types.InvalidState)
	default:
		return nil
	}
}

func (m *volumeManager) detach(spec cnstypes.CnsVolumeAttachDetachSpec) cnstypes.BaseCnsVolumeOperationResult {
	return failed(spec.VolumeId, m.tryDetach(spec))
}

func (m *volumeManager) tryDetach(spec cnstypes.CnsVolumeAttachDetachSpec) types.BaseMethodFault {
	id := spec.VolumeId.Id
	if m.known(id) == nil {
		return m.missing(spec.VolumeId)
	}
	vm, fault := m.machineFor(spec.Vm, addDevicePrivilege)
	if fault != nil {
		return fault
	}
	device := diskOfFCD(m.devices(vm), id)
	if device == nil {
		return m.notAttached()
	}
	if fault := m.reachable(vm); fault != nil {
		return fault
	}
	if hasSnapshots(vm) && isDependent(device) {
		return new(types.InvalidDeviceSpec)
	}
	m.plugOut(vm, device.Key)
	return nil
}

// notAttached returns the fault of a detach from a VM that does not have the disk. mu is held.
//
// The Go driver looks at the devices of the VM after NotFound, and believes no other fault (vsphere-csi-driver PR 840).
// The simulator of govmomi returns InvalidArgument.
func (m *volumeManager) notAttached() types.BaseMethodFault {
	switch fault, _ := faultNamed(m.settings.NotAttached); fault := fault.(type) {
	case *types.InvalidArgument:
		fault.InvalidProperty = "detachSpecs.volumeId"
		return fault
	default:
		return fault
	}
}

// plugOut removes a disk from a VM. If it is an FCD, it has no consumer any more. mu is held.
func (m *volumeManager) plugOut(vm *simulator.VirtualMachine, key int32) {
	devices := devicesOf(m.ctx, vm)
	at := slices.IndexFunc(devices, func(device types.BaseVirtualDevice) bool { return device.GetVirtualDevice().Key == key })
	disk, _ := devices[at].(*types.VirtualDisk)
	setDevices(m.ctx, vm, slices.Delete(devices, at, at+1))
	if disk != nil && disk.VDiskId != nil {
		m.setConsumer(disk.VDiskId.Id, "")
	}
}

func hasSnapshots(vm *simulator.VirtualMachine) bool {
	return vm.Snapshot != nil && len(vm.Snapshot.RootSnapshotList) > 0
}

// isDependent returns true if a snapshot of the VM includes the disk.
func isDependent(disk *types.VirtualDisk) bool {
	mode := types.VirtualDiskMode(flatBacking(disk).DiskMode)
	return mode != types.VirtualDiskModeIndependent_persistent && mode != types.VirtualDiskModeIndependent_nonpersistent
}

// setConsumer writes into an FCD which VM has it: its BIOS UUID, or "" for none. mu is held.
func (m *volumeManager) setConsumer(id, uuid string) {
	disk, _ := m.disk(id)
	if disk == nil {
		return
	}
	var consumers []types.ID
	if uuid != "" {
		consumers = []types.ID{{Id: uuid}}
	}
	m.withCatalog(func(diskCatalog) { disk.Config.ConsumerId = consumers })
}
