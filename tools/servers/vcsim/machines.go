package main

import (
	"fmt"
	"strings"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// machineSpec describes a VM. In a change, a nil field leaves the property unchanged.
type machineSpec struct {
	ID              string            `json:"id,omitempty"` // moref of the VM to change; empty for a creation
	Name            *string           `json:"name,omitempty"`
	BiosUUID        *string           `json:"biosUuid,omitempty"`
	InstanceUUID    *string           `json:"instanceUuid,omitempty"`
	Datacenter      string            `json:"datacenter,omitempty"` // creation only
	Cluster         string            `json:"cluster,omitempty"`    // creation only
	Folder          string            `json:"folder,omitempty"`     // creation only: moref; if empty, the root VM folder of the datacenter
	Pool            string            `json:"pool,omitempty"`       // creation only: moref; if empty, the root pool of the cluster
	Host            *string           `json:"host,omitempty"`       // name or moref
	PowerState      *string           `json:"powerState,omitempty"`
	ConnectionState *string           `json:"connectionState,omitempty"`
	GuestID         *string           `json:"guestId,omitempty"`
	NumCPU          *int32            `json:"numCpu,omitempty"`
	MemoryMB        *int32            `json:"memoryMb,omitempty"`
	HostName        *string           `json:"hostName,omitempty"`
	ToolsRunning    *bool             `json:"toolsRunning,omitempty"`
	Template        *bool             `json:"template,omitempty"`
	ChangeTracking  *bool             `json:"changeTracking,omitempty"` // of changed disk blocks
	ManagedBy       *string           `json:"managedBy,omitempty"`      // type; if empty, no extension manages the VM
	Nics            *[]nicSpec        `json:"nics,omitempty"`
	Gateways        *[]string         `json:"gateways,omitempty"` // gateways of default routes
	ExtraConfig     map[string]string `json:"extraConfig,omitempty"`
}

type nicSpec struct {
	Network        string        `json:"network"`
	Mac            string        `json:"mac"`
	DeviceConfigID int32         `json:"deviceConfigId"` // -1: exists only in the guest, like bridges and tunnels
	Connected      bool          `json:"connected"`
	Addresses      []addressSpec `json:"addresses"`
}

type addressSpec struct {
	IP           string `json:"ip"`
	PrefixLength int32  `json:"prefixLength"`
	Origin       string `json:"origin"`
	State        string `json:"state"`
}

type machinesRequest struct {
	Machines []machineSpec `json:"machines"`
}

// machinesAnswer contains the morefs in the order of the request.
type machinesAnswer struct {
	IDs []string `json:"ids"`
}

// addMachines adds VMs to the inventory directly, with one event each, but without tasks and files, so that thousands
// of VMs take only seconds.
func (c *vcenter) addMachines(request machinesRequest) (machinesAnswer, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	places := make(map[string]*place)
	machines := make([]*simulator.VirtualMachine, 0, len(request.Machines))
	for _, spec := range request.Machines {
		at, err := findPlace(ctx, places, spec)
		if err != nil {
			return machinesAnswer{}, err
		}
		vm := at.build(ctx, spec)
		at.add(vm)
		machines = append(machines, vm)
	}
	for _, at := range places {
		at.register(ctx)
	}
	answer := machinesAnswer{IDs: make([]string, 0, len(machines))}
	for _, vm := range machines {
		ctx.Map.PutEntity(get[simulator.Folder](ctx, *vm.Parent), vm)
		chain(0).post(ctx, &types.VmCreatedEvent{VmEvent: vmEvent(ctx, vm)})
		answer.IDs = append(answer.IDs, vm.Self.Value)
	}
	return answer, nil
}

func machine(ctx *simulator.Context, id string) (*simulator.VirtualMachine, error) {
	vm := get[simulator.VirtualMachine](ctx, types.ManagedObjectReference{Type: "VirtualMachine", Value: id})
	if vm == nil {
		return nil, fmt.Errorf("no VM %s", id)
	}
	return vm, nil
}

// listMachines lists the VMs of the inventory, for assertions after a restart.
func (c *vcenter) listMachines() ([]machineSummary, error) {
	ctx := c.context()
	all := []machineSummary{}
	for _, entity := range ctx.Map.All("VirtualMachine") {
		vm := entity.(*simulator.VirtualMachine)
		ctx.WithLock(vm, func() { all = append(all, summarise(vm)) })
	}
	return all, nil
}

type machineSummary struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	BiosUUID     string   `json:"biosUuid"`
	InstanceUUID string   `json:"instanceUuid"`
	Host         string   `json:"host"`
	PowerState   string   `json:"powerState"`
	HostName     string   `json:"hostName"`
	Addresses    []string `json:"addresses"`
}

func summarise(vm *simulator.VirtualMachine) machineSummary {
	summary := machineSummary{
		ID:           vm.Self.Value,
		Name:         vm.Name,
		BiosUUID:     vm.Config.Uuid,
		InstanceUUID: vm.Config.InstanceUuid,
		Host:         vm.Runtime.Host.Value,
		PowerState:   string(vm.Runtime.PowerState),
		Addresses:    []string{},
	}
	if vm.Guest != nil {
		summary.HostName = vm.Guest.HostName
		for _, nic := range vm.Guest.Net {
			summary.Addresses = append(summary.Addresses, nic.IpAddress...)
		}
	}
	return summary
}

func lower(text *string, otherwise string) string {
	if text == nil {
		return otherwise
	}
	return strings.ToLower(*text)
}

func or[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}
