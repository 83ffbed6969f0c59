package main

import (
	"fmt"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

type hostRequest struct {
	Host string `json:"host"` // name or moref
}

type connectionRequest struct {
	Host  string `json:"host"`
	State string `json:"state"` // connected, disconnected or notResponding
}

// setConnection changes the connection state of a host. Its VMs stay in the inventory with their last known state.
func (c *vcenter) setConnection(request connectionRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	host := findHost(ctx, request.Host)
	if host == nil {
		return nothing{}, fmt.Errorf("no host %q", request.Host)
	}
	state := types.HostSystemConnectionState(request.State)
	ctx.WithLock(host, func() {
		ctx.Update(host, []types.PropertyChange{
			{Name: "runtime.connectionState", Val: state},
			{Name: "summary.runtime.connectionState", Val: state},
		})
	})
	chain(0).post(ctx, hostConnectionEvent(ctx, host, state))
	for _, ref := range with(host.Vm) {
		connectMachine(ctx, get[simulator.VirtualMachine](ctx, ref), state == types.HostSystemConnectionStateConnected)
	}
	return nothing{}, nil
}

func hostConnectionEvent(ctx *simulator.Context, host *simulator.HostSystem, state types.HostSystemConnectionState) types.BaseEvent {
	event := hostEvent(ctx, host)
	switch state {
	case types.HostSystemConnectionStateConnected:
		return &types.HostConnectedEvent{HostEvent: event}
	case types.HostSystemConnectionStateDisconnected:
		return &types.HostDisconnectedEvent{HostEvent: event}
	default:
		return &types.HostConnectionLostEvent{HostEvent: event}
	}
}

func connectMachine(ctx *simulator.Context, vm *simulator.VirtualMachine, connected bool) {
	state, event := types.VirtualMachineConnectionStateDisconnected, types.BaseEvent(&types.VmDisconnectedEvent{VmEvent: vmEvent(ctx, vm)})
	if connected {
		state, event = types.VirtualMachineConnectionStateConnected, &types.VmConnectedEvent{VmEvent: vmEvent(ctx, vm)}
	}
	ctx.WithLock(vm, func() {
		ctx.Update(vm, []types.PropertyChange{
			{Name: "runtime.connectionState", Val: state},
			{Name: "summary.runtime.connectionState", Val: state},
		})
	})
	chain(0).post(ctx, event)
}

// removeHost removes a host from the inventory, in one task on the host. Its VMs leave the inventory too, and keep
// running. registerMachines can add them again, on another host.
func (c *vcenter) removeHost(request hostRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	host := findHost(ctx, request.Host)
	if host == nil {
		return nothing{}, fmt.Errorf("no host %q", request.Host)
	}
	removal := begin(ctx, host, "HostSystem.destroy", hostEvent(ctx, host).Event)
	for _, ref := range with(host.Vm) {
		vm := get[simulator.VirtualMachine](ctx, ref)
		removal.post(&types.VmRemovedEvent{VmEvent: vmEvent(ctx, vm)})
		c.takeOut(ctx, vm, unregistered)
	}
	removal.post(&types.HostRemovedEvent{HostEvent: hostEvent(ctx, host)})
	forgetHost(ctx, host)
	removal.succeed()
	return nothing{}, nil
}

func forgetHost(ctx *simulator.Context, host *simulator.HostSystem) {
	cluster := ctx.Map.Get(*host.Parent)
	ctx.WithLock(cluster, func() {
		switch parent := cluster.(type) {
		case *simulator.ClusterComputeResource:
			ctx.Update(parent, []types.PropertyChange{{Name: "host", Val: removing(host.Self)(parent.Host)}})
		case *mo.ComputeResource:
			ctx.Update(parent, []types.PropertyChange{{Name: "host", Val: removing(host.Self)(parent.Host)}})
		}
	})
	for _, ref := range host.Datastore {
		if store := get[simulator.Datastore](ctx, ref); store != nil {
			ctx.WithLock(store, func() { unmount(store, host.Self) })
		}
	}
	ctx.Map.Remove(ctx, host.Self)
}

func unmount(store *simulator.Datastore, host types.ManagedObjectReference) {
	var mounts []types.DatastoreHostMount
	for _, mount := range store.Host {
		if mount.Key != host {
			mounts = append(mounts, mount)
		}
	}
	store.Host = mounts
}
