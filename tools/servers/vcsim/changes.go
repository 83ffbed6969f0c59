package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/simulator/esx"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// changeMachines applies each spec to the VM with its id, and notifies the collectors of the changed properties.
func (c *vcenter) changeMachines(request machinesRequest) (nothing, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	for _, spec := range request.Machines {
		vm, err := machine(ctx, spec.ID)
		if err != nil {
			return nothing{}, err
		}
		if spec.Host != nil {
			if err := move(ctx, vm, *spec.Host); err != nil {
				return nothing{}, err
			}
		}
		ctx.WithLock(vm, func() {
			if set := changes(vm, spec); len(set) > 0 {
				ctx.Update(vm, set)
			}
		})
	}
	return nothing{}, nil
}

// move moves the VM to another host, and into the resource pool of that host.
func move(ctx *simulator.Context, vm *simulator.VirtualMachine, name string) error {
	host := findHost(ctx, name)
	if host == nil {
		return fmt.Errorf("no host %q", name)
	}
	pool := poolOf(ctx, host)
	rewriteMembers(ctx, *vm.Runtime.Host, removing(vm.Self))
	rewriteMembers(ctx, *vm.ResourcePool, removing(vm.Self))
	rewriteMembers(ctx, host.Self, adding(vm.Self))
	rewriteMembers(ctx, pool, adding(vm.Self))
	ctx.WithLock(vm, func() {
		ctx.Update(vm, []types.PropertyChange{
			{Name: "runtime.host", Val: host.Self},
			{Name: "summary.runtime.host", Val: host.Self},
			{Name: "resourcePool", Val: pool},
		})
	})
	return nil
}

func findHost(ctx *simulator.Context, name string) *simulator.HostSystem {
	for _, entity := range ctx.Map.All("HostSystem") {
		if host := entity.(*simulator.HostSystem); host.Name == name || host.Self.Value == name {
			return host
		}
	}
	return nil
}

func poolOf(ctx *simulator.Context, host *simulator.HostSystem) types.ManagedObjectReference {
	switch parent := ctx.Map.Get(*host.Parent).(type) {
	case *simulator.ClusterComputeResource:
		return *parent.ResourcePool
	case *mo.ComputeResource:
		return *parent.ResourcePool
	default:
		panic(fmt.Sprintf("host %s is in a %T", host.Name, parent))
	}
}

// changes returns the properties of a VM that a spec sets. If vCenter has a value in two properties, it sets both.
func changes(vm *simulator.VirtualMachine, spec machineSpec) []types.PropertyChange {
	var set []types.PropertyChange
	put := func(value any, paths ...string) {
		for _, path := range paths {
			set = append(set, types.PropertyChange{Name: path, Val: value})
		}
	}
	if spec.Name != nil {
		put(*spec.Name, "name", "config.name", "summary.config.name")
	}
	if spec.BiosUUID != nil {
		put(lower(spec.BiosUUID, ""), "config.uuid", "summary.config.uuid")
	}
	if spec.InstanceUUID != nil {
		put(lower(spec.InstanceUUID, ""), "config.instanceUuid", "summary.config.instanceUuid")
	}
	if spec.PowerState != nil {
		state := types.VirtualMachinePowerState(*spec.PowerState)
		put(state, "runtime.powerState", "summary.runtime.powerState")
	}
	if spec.ConnectionState != nil {
		state := types.VirtualMachineConnectionState(*spec.ConnectionState)
		put(state, "runtime.connectionState", "summary.runtime.connectionState")
	}
	if spec.GuestID != nil {
		put(*spec.GuestID, "config.guestId", "config.guestFullName", "summary.config.guestId",
			"summary.config.guestFullName", "guest.guestId", "guest.guestFullName")
	}
	if spec.NumCPU != nil {
		put(*spec.NumCPU, "config.hardware.numCPU", "summary.config.numCpu")
	}
	if spec.MemoryMB != nil {
		put(*spec.MemoryMB, "config.hardware.memoryMB", "summary.config.memorySizeMB")
	}
	if spec.ChangeTracking != nil {
		put(*spec.ChangeTracking, "config.changeTrackingEnabled")
	}
	if spec.Template != nil {
		put(*spec.Template, "config.template", "summary.config.template")
	}
	if spec.ManagedBy != nil {
		put(managedBy(*spec.ManagedBy), "config.managedBy", "summary.config.managedBy")
	}
	if spec.HostName != nil {
		put(*spec.HostName, "guest.hostName", "summary.guest.hostName")
	}
	if spec.ToolsRunning != nil {
		putTools(put, *spec.ToolsRunning)
	}
	if spec.Nics != nil {
		putNics(vm, put, *spec.Nics)
	}
	if spec.Gateways != nil {
		put(stack(*spec.Gateways), "guest.ipStack")
	}
	if len(spec.ExtraConfig) > 0 {
		put(mergeOptions(vm.Config.ExtraConfig, spec.ExtraConfig), "config.extraConfig")
		for key, value := range spec.ExtraConfig { // the collector of the simulator looks up exactly this path
			put(types.OptionValue{Key: key, Value: value}, fmt.Sprintf("config.extraConfig[%q]", key))
		}
	}
	return set
}

// managedBy returns an empty value if the kind is empty, because the simulator cannot unset a property.
func managedBy(kind string) *types.ManagedByInfo {
	if kind == "" {
		return new(types.ManagedByInfo)
	}
	return &types.ManagedByInfo{ExtensionKey: "com.example.replication", Type: kind}
}

// stack returns a route to a Pod, because Nodes have many of them, and then the default routes.
func stack(gateways []string) []types.GuestStackInfo {
	routes := []types.NetIpRouteConfigInfoIpRoute{{
		Network: "10.244.0.7", PrefixLength: 32, Gateway: types.NetIpRouteConfigInfoGateway{IpAddress: "10.244.0.1"},
	}}
	for _, gateway := range gateways {
		network := "0.0.0.0"
		if strings.Contains(gateway, ":") {
			network = "::"
		}
		routes = append(routes, types.NetIpRouteConfigInfoIpRoute{
			Network: network, Gateway: types.NetIpRouteConfigInfoGateway{IpAddress: gateway, Device: "0"},
		})
	}
	return []types.GuestStackInfo{{IpRouteConfig: &types.NetIpRouteConfigInfo{IpRoute: routes}}}
}

func putTools(put func(any, ...string), running bool) {
	status, old := types.VirtualMachineToolsRunningStatusGuestToolsNotRunning, types.VirtualMachineToolsStatusToolsNotRunning
	state := types.VirtualMachineGuestStateNotRunning
	if running {
		status, old = types.VirtualMachineToolsRunningStatusGuestToolsRunning, types.VirtualMachineToolsStatusToolsOk
		state = types.VirtualMachineGuestStateRunning
	}
	put(string(status), "guest.toolsRunningStatus", "summary.guest.toolsRunningStatus")
	put(old, "guest.toolsStatus", "summary.guest.toolsStatus")
	put(string(state), "guest.guestState")
}

func putNics(vm *simulator.VirtualMachine, put func(any, ...string), nics []nicSpec) {
	put(guestNics(nics), "guest.net")
	put(firstAddress(nics), "guest.ipAddress", "summary.guest.ipAddress")
	put(append(cards(nics), withoutCards(vm)...), "config.hardware.device")
	put(int32(len(cards(nics))), "summary.config.numEthernetCards")
}

// withoutCards returns the devices of a VM that are not network adapters.
func withoutCards(vm *simulator.VirtualMachine) []types.BaseVirtualDevice {
	return slices.DeleteFunc(slices.Clone(vm.Config.Hardware.Device), func(device types.BaseVirtualDevice) bool {
		_, isCard := device.(types.BaseVirtualEthernetCard)
		return isCard
	})
}

func guestNics(nics []nicSpec) []types.GuestNicInfo {
	reported := make([]types.GuestNicInfo, 0, len(nics))
	for _, nic := range nics {
		guest := types.GuestNicInfo{
			Network:        nic.Network,
			MacAddress:     nic.Mac,
			Connected:      nic.Connected,
			DeviceConfigId: nic.DeviceConfigID,
		}
		if len(nic.Addresses) > 0 {
			guest.IpConfig = &types.NetIpConfigInfo{}
		}
		for _, address := range nic.Addresses {
			guest.IpAddress = append(guest.IpAddress, address.IP)
			guest.IpConfig.IpAddress = append(guest.IpConfig.IpAddress, types.NetIpConfigInfoIpAddress{
				IpAddress: address.IP, PrefixLength: address.PrefixLength, Origin: address.Origin, State: address.State,
			})
		}
		reported = append(reported, guest)
	}
	return reported
}

// firstAddress returns the address that VMware Tools report in guest.ipAddress: the first IPv4 address, else the first.
func firstAddress(nics []nicSpec) string {
	first := ""
	for _, nic := range nics {
		for _, address := range nic.Addresses {
			if !strings.Contains(address.IP, ":") {
				return address.IP
			}
			if first == "" {
				first = address.IP
			}
		}
	}
	return first
}

// cards returns the virtual network adapters of the VM. Interfaces that exist only in the guest are left out.
func cards(nics []nicSpec) []types.BaseVirtualDevice {
	devices := []types.BaseVirtualDevice{}
	for _, nic := range nics {
		if nic.DeviceConfigID < 0 {
			continue
		}
		card := &types.VirtualVmxnet3{}
		card.Key = nic.DeviceConfigID
		card.MacAddress = nic.Mac
		card.AddressType = string(types.VirtualEthernetCardMacTypeManual)
		card.DeviceInfo = &types.Description{
			Label: "Network adapter " + strconv.Itoa(len(devices)+1), Summary: nic.Network,
		}
		card.Backing = &types.VirtualEthernetCardNetworkBackingInfo{
			VirtualDeviceDeviceBackingInfo: types.VirtualDeviceDeviceBackingInfo{DeviceName: nic.Network},
		}
		card.Connectable = &types.VirtualDeviceConnectInfo{
			StartConnected: true, Connected: nic.Connected, AllowGuestControl: true,
		}
		devices = append(devices, card)
	}
	return devices
}

// mergeOptions sets the given keys. An empty value removes the key.
func mergeOptions(old []types.BaseOptionValue, set map[string]string) []types.BaseOptionValue {
	merged := slices.DeleteFunc(slices.Clone(old), func(option types.BaseOptionValue) bool {
		_, replaced := set[option.GetOptionValue().Key]
		return replaced
	})
	for key, value := range set {
		if value != "" {
			merged = append(merged, &types.OptionValue{Key: key, Value: value})
		}
	}
	return merged
}

// assign sets properties of a VM that is not registered yet, without notifications.
func assign(vm *simulator.VirtualMachine, set []types.PropertyChange) {
	mo.ApplyPropertyChange(&vm.VirtualMachine, set)
	vm.Summary.Runtime.Host = vm.Runtime.Host
}

// newHardware returns the devices that vCenter adds to each new VM, as recorded by govmomi: controllers without disks. No VM
// has an empty list: the Go driver fails then, with "virtual devices list is empty" (pkg/common/cns-lib/volume/util.go).
// That happens after a power failure, see hideDevices.
func newHardware() []types.BaseVirtualDevice {
	devices := make([]types.BaseVirtualDevice, 0, len(esx.VirtualDevice))
	for _, each := range esx.VirtualDevice {
		copied := reflect.New(reflect.TypeOf(each).Elem())
		copied.Elem().Set(reflect.ValueOf(each).Elem())
		devices = append(devices, copied.Interface().(types.BaseVirtualDevice))
	}
	return devices
}

// blank returns a VM with all structures that a VM in vCenter always has, without content.
func blank(name string) *simulator.VirtualMachine {
	now := time.Now()
	vm := &simulator.VirtualMachine{DataSets: make(map[string]*simulator.DataSet)}
	vm.Name = name
	vm.Guest = &types.GuestInfo{ToolsVersionStatus2: string(types.VirtualMachineToolsVersionStatusGuestToolsUnmanaged)}
	vm.Config = &types.VirtualMachineConfigInfo{
		Name:          name,
		Version:       "vmx-19",
		ChangeVersion: now.UTC().Format(time.RFC3339),
		Modified:      now,
		Firmware:      string(types.GuestOsDescriptorFirmwareTypeEfi),
		Files: types.VirtualMachineFileInfo{
			VmPathName:   "[" + datastoreName + "] " + name + "/" + name + ".vmx",
			LogDirectory: "[" + datastoreName + "] " + name,
		},
		Tools:       &types.ToolsConfigInfo{},
		BootOptions: &types.VirtualMachineBootOptions{},
		ExtraConfig: []types.BaseOptionValue{},
		CreateDate:  &now,
	}
	vm.Config.Hardware.Device = newHardware()
	vm.Config.Hardware.NumCoresPerSocket = types.NewInt32(1)
	vm.Layout = &types.VirtualMachineFileLayout{}
	vm.LayoutEx = &types.VirtualMachineFileLayoutEx{Timestamp: now}
	vm.Storage = &types.VirtualMachineStorageInfo{Timestamp: now}
	vm.Runtime.BootTime = &now
	vm.Summary.Config.Name = name
	vm.Summary.Config.VmPathName = vm.Config.Files.VmPathName
	vm.Summary.Guest = &types.VirtualMachineGuestSummary{}
	vm.Summary.Storage = &types.VirtualMachineStorageSummary{Timestamp: now}
	vm.Summary.Runtime.BootTime = &now
	vm.Summary.OverallStatus = types.ManagedEntityStatusGreen
	vm.Summary.QuickStats.GuestHeartbeatStatus = types.ManagedEntityStatusGreen
	vm.GuestHeartbeatStatus = types.ManagedEntityStatusGreen
	return vm
}
