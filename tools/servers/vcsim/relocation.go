package main

import (
	"github.com/vmware/govmomi/vim25/types"

	"github.com/vmware/govmomi/simulator"
)

type relocation struct {
	IDs        []string `json:"ids"`
	Datacenter string   `json:"datacenter"`
	Cluster    string   `json:"cluster"`
}

// relocateMachines moves VMs to the root VM folder of another datacenter of this vCenter. They keep their morefs.
func (c *vcenter) relocateMachines(request relocation) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	machines, err := machinesOf(ctx, request.IDs)
	if err != nil {
		return nothing{}, err
	}
	to, err := findPlace(ctx, make(map[string]*place), machineSpec{Datacenter: request.Datacenter, Cluster: request.Cluster})
	if err != nil {
		return nothing{}, err
	}
	for i, vm := range machines {
		was := vmEvent(ctx, vm)
		task := begin(ctx, vm, "VirtualMachine.relocate", was.Event)
		to.take(ctx, vm, to.cluster.Host[i%len(to.cluster.Host)])
		task.post(&types.VmMigratedEvent{
			VmEvent: vmEvent(ctx, vm), SourceHost: *was.Host, SourceDatacenter: was.Datacenter,
			SourceDatastore: was.Ds,
		})
		task.succeed()
	}
	return nothing{}, nil
}

// take moves a VM to this place.
func (at *place) take(ctx *simulator.Context, vm *simulator.VirtualMachine, host types.ManagedObjectReference) {
	for _, holder := range holders(vm) {
		rewriteMembers(ctx, holder, removing(vm.Self))
	}
	ctx.WithLock(vm, func() {
		ctx.Update(vm, []types.PropertyChange{
			{Name: "parent", Val: at.datacenter.VmFolder},
			{Name: "runtime.host", Val: host},
			{Name: "summary.runtime.host", Val: host},
			{Name: "resourcePool", Val: *at.cluster.ResourcePool},
			{Name: "datastore", Val: []types.ManagedObjectReference{at.datastore}},
			{Name: "network", Val: []types.ManagedObjectReference{at.networks["VM Network"]}},
		})
	})
	for _, holder := range holders(vm) {
		rewriteMembers(ctx, holder, adding(vm.Self))
	}
}
