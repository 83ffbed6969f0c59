package main

import (
	"fmt"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

type powerRequest struct {
	IDs []string `json:"ids"`
	// Action is powerOn, powerOff, suspend, reset or shutdownGuest.
	Action string `json:"action"`
}

// act is the result of an action: the states of the VM in order, each with its event.
type act struct {
	task  string
	steps []step
}

type step struct {
	state types.VirtualMachinePowerState
	event func(types.VmEvent) types.BaseEvent
}

var (
	poweredOn  = step{types.VirtualMachinePowerStatePoweredOn, func(e types.VmEvent) types.BaseEvent { return &types.VmPoweredOnEvent{VmEvent: e} }}
	poweredOff = step{types.VirtualMachinePowerStatePoweredOff, func(e types.VmEvent) types.BaseEvent { return &types.VmPoweredOffEvent{VmEvent: e} }}
	suspended  = step{types.VirtualMachinePowerStateSuspended, func(e types.VmEvent) types.BaseEvent { return &types.VmSuspendedEvent{VmEvent: e} }}
	resetting  = step{types.VirtualMachinePowerStatePoweredOn, func(e types.VmEvent) types.BaseEvent { return &types.VmResettingEvent{VmEvent: e} }}
)

// acts contains the actions that users can take. A reset never shows the VM as powered off.
var acts = map[string]act{
	"powerOn":       {"VirtualMachine.powerOn", []step{poweredOn}},
	"powerOff":      {"VirtualMachine.powerOff", []step{poweredOff}},
	"suspend":       {"VirtualMachine.suspend", []step{suspended}},
	"reset":         {"VirtualMachine.reset", []step{resetting}},
	"shutdownGuest": {"VirtualMachine.shutdownGuest", []step{poweredOff}},
}

// switchMachines applies one power action to each VM.
func (c *vcenter) switchMachines(request powerRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	doing, ok := acts[request.Action]
	if !ok {
		return nothing{}, fmt.Errorf("no action %q", request.Action)
	}
	machines, err := machinesOf(ctx, request.IDs)
	if err != nil {
		return nothing{}, err
	}
	for _, vm := range machines {
		task := begin(ctx, vm, doing.task, vmEvent(ctx, vm).Event)
		for _, each := range doing.steps {
			setPower(ctx, vm, each.state)
			task.post(each.event(vmEvent(ctx, vm)))
		}
		task.succeed()
	}
	return nothing{}, nil
}

type failoverRequest struct {
	IDs  []string `json:"ids"`
	Host string   `json:"host"` // name or moref
}

// failOver does what vSphere HA does after a host failed: it powers off the VMs and restarts them on another host.
func (c *vcenter) failOver(request failoverRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	machines, err := machinesOf(ctx, request.IDs)
	if err != nil {
		return nothing{}, err
	}
	for _, vm := range machines {
		lost := vmEvent(ctx, vm)
		setPower(ctx, vm, types.VirtualMachinePowerStatePoweredOff)
		if err := move(ctx, vm, request.Host); err != nil {
			return nothing{}, err
		}
		connectMachine(ctx, vm, true)
		setPower(ctx, vm, types.VirtualMachinePowerStatePoweredOn)
		chain(0).post(ctx,
			&types.VmRestartedOnAlternateHostEvent{
				VmPoweredOnEvent: types.VmPoweredOnEvent{VmEvent: vmEvent(ctx, vm)},
				SourceHost:       *lost.Host,
			},
			&types.VmPoweredOnEvent{VmEvent: vmEvent(ctx, vm)})
	}
	return nothing{}, nil
}

// setPower also sets the boot time: vCenter has none for a VM that does not run.
func setPower(ctx *simulator.Context, vm *simulator.VirtualMachine, state types.VirtualMachinePowerState) {
	set := []types.PropertyChange{
		{Name: "runtime.powerState", Val: state},
		{Name: "summary.runtime.powerState", Val: state},
	}
	running := state == types.VirtualMachinePowerStatePoweredOn
	putTools(func(value any, paths ...string) {
		for _, path := range paths {
			set = append(set, types.PropertyChange{Name: path, Val: value})
		}
	}, running)
	if running {
		now := time.Now()
		set = append(set, types.PropertyChange{Name: "runtime.bootTime", Val: now},
			types.PropertyChange{Name: "summary.runtime.bootTime", Val: now})
	}
	ctx.WithLock(vm, func() { ctx.Update(vm, set) })
}
