package main

import (
	"fmt"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

type idsRequest struct {
	IDs []string `json:"ids"`
}

// destroyMachines powers off each VM and destroys it as Destroy_Task does: with the Task VirtualMachine.destroy on the
// VM, and a VmRemovedEvent in its chain.
func (c *vcenter) destroyMachines(request idsRequest) (nothing, error) {
	return nothing{}, c.removeOneByOne(request.IDs, "VirtualMachine.destroy", destroyed, func(ctx *simulator.Context, vm *simulator.VirtualMachine) {
		if vm.Runtime.PowerState != types.VirtualMachinePowerStatePoweredOff {
			setPower(ctx, vm, types.VirtualMachinePowerStatePoweredOff)
			chain(0).post(ctx, &types.VmPoweredOffEvent{VmEvent: vmEvent(ctx, vm)})
		}
	})
}

// unregisterMachines removes VMs from the inventory as UnregisterVM does, even if they run. registerMachines can add
// them again.
func (c *vcenter) unregisterMachines(request idsRequest) (nothing, error) {
	return nothing{}, c.removeOneByOne(request.IDs, "VirtualMachine.unregister", unregistered,
		func(*simulator.Context, *simulator.VirtualMachine) {})
}

func (c *vcenter) removeOneByOne(ids []string, kind string, how fate, before func(*simulator.Context, *simulator.VirtualMachine)) error {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	machines, err := machinesOf(ctx, ids)
	if err != nil {
		return err
	}
	for _, vm := range machines {
		before(ctx, vm)
		removal := begin(ctx, vm, kind, vmEvent(ctx, vm).Event)
		removal.post(&types.VmRemovedEvent{VmEvent: vmEvent(ctx, vm)})
		c.takeOut(ctx, vm, how)
		removal.succeed()
	}
	return nil
}

// vanishMachines removes VMs from the inventory without events and tasks.
func (c *vcenter) vanishMachines(request idsRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	machines, err := machinesOf(ctx, request.IDs)
	if err == nil {
		for _, vm := range machines {
			c.leave(vm, vanished)
		}
		erase(ctx, machines)
	}
	return nothing{}, err
}

type registration struct {
	IDs  []string `json:"ids"`  // former morefs
	Host string   `json:"host"` // name or moref; if empty, the former host
}

// registerMachines registers unregistered VMs again, with the same UUIDs and new morefs.
func (c *vcenter) registerMachines(request registration) (machinesAnswer, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	answer := machinesAnswer{IDs: []string{}}
	for _, id := range request.IDs {
		was, ok := c.unregistered[id]
		if !ok {
			return answer, fmt.Errorf("no unregistered VM %s", id)
		}
		vm := &simulator.VirtualMachine{VirtualMachine: was.VirtualMachine, DataSets: was.DataSets}
		if err := register(ctx, vm, request.Host); err != nil {
			return answer, err
		}
		delete(c.unregistered, id)
		c.returned(was.Self)
		answer.IDs = append(answer.IDs, vm.Self.Value)
	}
	return answer, nil
}

func register(ctx *simulator.Context, vm *simulator.VirtualMachine, hostName string) error {
	if hostName == "" {
		hostName = vm.Runtime.Host.Value
	}
	host, folder := findHost(ctx, hostName), get[simulator.Folder](ctx, *vm.Parent)
	if host == nil || folder == nil {
		return fmt.Errorf("VM %s cannot be registered: its former host or folder does not exist", vm.Self.Value)
	}
	pool := poolOf(ctx, host)
	ctx.Map.NewEntity(vm)
	vm.Summary.Vm, vm.Runtime.Host, vm.ResourcePool = &vm.Self, &host.Self, &pool
	vm.Summary.Runtime.Host = vm.Runtime.Host
	task := begin(ctx, folder, "Folder.registerVm", vmEvent(ctx, vm).Event)
	for _, holder := range holders(vm) {
		rewriteMembers(ctx, holder, adding(vm.Self))
	}
	ctx.Map.PutEntity(folder, vm)
	task.post(&types.VmRegisteredEvent{VmEvent: vmEvent(ctx, vm)})
	task.succeed()
	return nil
}

type folderRemoval struct {
	ID string `json:"id"`
	// Unregister keeps the files of the VMs: unregisterAndDestroy instead of destroy.
	Unregister bool `json:"unregister"`
}

// removeFolder removes a VM folder and its content, in one task on the folder.
func (c *vcenter) removeFolder(request folderRemoval) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	folder := get[simulator.Folder](ctx, types.ManagedObjectReference{Type: "Folder", Value: request.ID})
	if folder == nil || folder.Parent == nil {
		return nothing{}, fmt.Errorf("no folder %q, or it cannot be removed", request.ID)
	}
	kind := "Folder.destroy"
	if request.Unregister {
		kind = "Folder.unregisterAndDestroy"
	}
	removal := begin(ctx, folder, kind, types.Event{UserName: operator})
	c.emptyFolder(ctx, folder, removal, request.Unregister)
	removal.succeed()
	return nothing{}, nil
}

func (c *vcenter) emptyFolder(ctx *simulator.Context, folder *simulator.Folder, removal job, unregister bool) {
	for _, ref := range with(folder.ChildEntity) {
		switch child := ctx.Map.Get(ref).(type) {
		case *simulator.Folder:
			c.emptyFolder(ctx, child, removal, unregister)
		case *simulator.VirtualMachine:
			how := destroyed
			if unregister {
				how = unregistered
			}
			removal.post(&types.VmRemovedEvent{VmEvent: vmEvent(ctx, child)})
			c.takeOut(ctx, child, how)
		}
	}
	rewriteMembers(ctx, *folder.Parent, removing(folder.Self))
	ctx.Map.Remove(ctx, folder.Self)
}

// erase removes VMs from the inventory, and from every list that contains them.
func erase(ctx *simulator.Context, machines []*simulator.VirtualMachine) {
	gone := make(map[types.ManagedObjectReference]bool, len(machines))
	lists := make(map[types.ManagedObjectReference]bool)
	for _, vm := range machines {
		gone[vm.Self] = true
		for _, holder := range holders(vm) {
			lists[holder] = true
		}
	}
	for holder := range lists {
		rewriteMembers(ctx, holder, func(refs []types.ManagedObjectReference) []types.ManagedObjectReference {
			return without(refs, gone)
		})
	}
	for ref := range gone {
		ctx.Map.Remove(ctx, ref)
	}
}

// holders returns the objects whose lists contain a VM: folder, host, pool, datastores, networks.
func holders(vm *simulator.VirtualMachine) []types.ManagedObjectReference {
	all := []types.ManagedObjectReference{*vm.Parent, *vm.Runtime.Host}
	if vm.ResourcePool != nil {
		all = append(all, *vm.ResourcePool)
	}
	return append(append(all, vm.Datastore...), vm.Network...)
}

func machinesOf(ctx *simulator.Context, ids []string) ([]*simulator.VirtualMachine, error) {
	machines := make([]*simulator.VirtualMachine, 0, len(ids))
	for _, id := range ids {
		vm, err := machine(ctx, id)
		if err != nil {
			return nil, err
		}
		machines = append(machines, vm)
	}
	return machines, nil
}

type listChange = func([]types.ManagedObjectReference) []types.ManagedObjectReference

func removing(ref types.ManagedObjectReference) listChange {
	return func(refs []types.ManagedObjectReference) []types.ManagedObjectReference {
		return without(refs, map[types.ManagedObjectReference]bool{ref: true})
	}
}

func adding(ref types.ManagedObjectReference) listChange {
	return func(refs []types.ManagedObjectReference) []types.ManagedObjectReference {
		return with(removing(ref)(refs), ref)
	}
}
