package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// place is the location of new VMs of one cluster. It collects them, so that each inventory list is written only once.
type place struct {
	datacenter *simulator.Datacenter
	cluster    *simulator.ClusterComputeResource
	datastore  types.ManagedObjectReference
	networks   map[string]types.ManagedObjectReference
	hosts      map[string]types.ManagedObjectReference // by name and by moref
	next       int
	members    map[types.ManagedObjectReference][]types.ManagedObjectReference
}

func findPlace(ctx *simulator.Context, known map[string]*place, spec machineSpec) (*place, error) {
	key := spec.Datacenter + "/" + spec.Cluster
	if at, ok := known[key]; ok {
		return at, nil
	}
	datacenter := findDatacenter(ctx, spec.Datacenter)
	if datacenter == nil {
		return nil, fmt.Errorf("no datacenter %q", spec.Datacenter)
	}
	folder := get[simulator.Folder](ctx, datacenter.HostFolder)
	cluster, _ := ctx.Map.FindByName(spec.Cluster, folder.ChildEntity).(*simulator.ClusterComputeResource)
	if cluster == nil || len(cluster.Host) == 0 {
		return nil, fmt.Errorf("no cluster %q with hosts in datacenter %q", spec.Cluster, spec.Datacenter)
	}
	at := &place{
		datacenter: datacenter,
		cluster:    cluster,
		datastore:  datacenter.Datastore[0],
		networks:   make(map[string]types.ManagedObjectReference),
		hosts:      make(map[string]types.ManagedObjectReference),
		members:    make(map[types.ManagedObjectReference][]types.ManagedObjectReference),
	}
	for _, ref := range cluster.Host {
		at.hosts[get[simulator.HostSystem](ctx, ref).Name] = ref
		at.hosts[ref.Value] = ref
	}
	at.networks["VM Network"] = datacenter.Network[0]
	known[key] = at
	return at, nil
}

// build creates a complete VM, and does not register it.
func (at *place) build(ctx *simulator.Context, spec machineSpec) *simulator.VirtualMachine {
	folder := at.datacenter.VmFolder
	if spec.Folder != "" {
		folder = types.ManagedObjectReference{Type: "Folder", Value: spec.Folder}
	}
	host, ok := at.hosts[or(spec.Host, "")]
	if !ok {
		host = at.cluster.Host[at.next%len(at.cluster.Host)]
		at.next++
	}

	vm := blank(or(spec.Name, "vm"))
	ctx.Map.NewEntity(vm)
	vm.Summary.Vm = &vm.Self
	vm.Parent = &folder
	vm.Runtime.Host = &host
	vm.ResourcePool = at.cluster.ResourcePool
	if spec.Pool != "" {
		pool := poolRef(spec.Pool)
		vm.ResourcePool = &pool
	}
	vm.Datastore = []types.ManagedObjectReference{at.datastore}
	vm.Network = []types.ManagedObjectReference{at.networks["VM Network"]}
	complete(&spec)
	assign(vm, changes(vm, spec))
	return vm
}

// complete sets the fields that a new VM needs and that its spec does not set.
func complete(spec *machineSpec) {
	fill(&spec.BiosUUID, uuid.NewString)
	fill(&spec.InstanceUUID, uuid.NewString)
	fill(&spec.PowerState, func() string { return string(types.VirtualMachinePowerStatePoweredOn) })
	fill(&spec.ConnectionState, func() string { return string(types.VirtualMachineConnectionStateConnected) })
	fill(&spec.GuestID, func() string { return string(types.VirtualMachineGuestOsIdentifierUbuntu64Guest) })
	fill(&spec.NumCPU, func() int32 { return 2 })
	fill(&spec.MemoryMB, func() int32 { return 4096 })
	fill(&spec.ToolsRunning, func() bool { return true })
	fill(&spec.Template, func() bool { return false })
	fill(&spec.Nics, func() []nicSpec { return nil })
	spec.Host = nil // already set
}

func fill[T any](field **T, value func() T) {
	if *field == nil {
		v := value()
		*field = &v
	}
}

func (at *place) add(vm *simulator.VirtualMachine) {
	for _, holder := range []types.ManagedObjectReference{
		*vm.Parent, *vm.Runtime.Host, *vm.ResourcePool, vm.Datastore[0], vm.Network[0],
	} {
		at.members[holder] = append(at.members[holder], vm.Self)
	}
}

// register adds the collected VMs to their folder, host, pool, datastore and network.
func (at *place) register(ctx *simulator.Context) {
	holders := slices.SortedFunc(maps.Keys(at.members), func(a, b types.ManagedObjectReference) int {
		return slices.Compare([]string{a.Type, a.Value}, []string{b.Type, b.Value})
	})
	for _, holder := range holders {
		rewriteMembers(ctx, holder, func(refs []types.ManagedObjectReference) []types.ManagedObjectReference {
			return with(refs, at.members[holder]...)
		})
	}
}

// rewriteMembers changes the list of VMs of a folder, host, pool, datastore or network.
func rewriteMembers(ctx *simulator.Context, ref types.ManagedObjectReference,
	change func([]types.ManagedObjectReference) []types.ManagedObjectReference) {
	object := ctx.Map.Get(ref)
	if object == nil {
		return
	}
	ctx.WithLock(object, func() {
		path, current := members(object)
		ctx.Update(object, []types.PropertyChange{{Name: path, Val: change(current)}})
	})
}
