package main

import "strings"

// methods contains the methods that the client may call, each with its managed object.
var methods = []string{
	"CancelRetrievePropertiesEx PropertyCollector",
	"CancelWaitForUpdates PropertyCollector",
	"ContinueRetrievePropertiesEx PropertyCollector",
	"CreateCollectorForEvents EventManager",
	"CreateCollectorForTasks TaskManager",
	"CreateContainerView ViewManager",
	"CreateFilter PropertyCollector",
	"CreateListView ViewManager",
	"CreatePropertyCollector PropertyCollector",
	"CurrentTime ServiceInstance",
	"DestroyCollector HistoryCollector",
	"DestroyPropertyCollector PropertyCollector",
	"DestroyPropertyFilter PropertyFilter",
	"DestroyView View",
	"FindAllByDnsName SearchIndex",
	"FindAllByIp SearchIndex",
	"FindAllByUuid SearchIndex",
	"FindByDnsName SearchIndex",
	"FindByInventoryPath SearchIndex",
	"FindByIp SearchIndex",
	"FindByUuid SearchIndex",
	"FindChild SearchIndex",
	"HasPrivilegeOnEntities AuthorizationManager",
	"HasUserPrivilegeOnEntities AuthorizationManager",
	"Login SessionManager",
	"Logout SessionManager",
	"ModifyListView ListView",
	"QueryEvents EventManager",
	"ReadNextEvents EventHistoryCollector",
	"ReadNextTasks TaskHistoryCollector",
	"ReadPreviousEvents EventHistoryCollector",
	"ResetListView ListView",
	"RetrievePropertiesEx PropertyCollector",
	"RetrieveServiceContent ServiceInstance",
	"RetrieveVStorageObject VcenterVStorageObjectManager",
	"SessionIsActive SessionManager",
	"TerminateSession SessionManager",
	"WaitForUpdatesEx PropertyCollector",
}

// cnsMethods contains the methods of CNS that the client may call.
var cnsMethods = []string{
	"CnsAttachVolume CnsVolumeManager",
	"CnsClearVolumeControlFlags CnsVolumeManager",
	"CnsCreateSnapshots CnsVolumeManager",
	"CnsCreateVolume CnsVolumeManager",
	"CnsDeleteSnapshots CnsVolumeManager",
	"CnsDeleteVolume CnsVolumeManager",
	"CnsDetachVolume CnsVolumeManager",
	"CnsExtendVolume CnsVolumeManager",
	"CnsQueryAllVolume CnsVolumeManager",
	"CnsQueryAsync CnsVolumeManager",
	"CnsQuerySnapshots CnsVolumeManager",
	"CnsQueryVolume CnsVolumeManager",
	"CnsQueryVolumeInfo CnsVolumeManager",
	"CnsSetVolumeControlFlags CnsVolumeManager",
	"CnsUnregisterVolume CnsVolumeManager",
	"CnsUpdateVolumeMetadata CnsVolumeManager",
}

// objects contains the managed objects whose properties the client may read.
var objects = []string{
	"AuthorizationManager", "ClusterComputeResource", "ComputeResource", "ContainerView", "CustomFieldsManager",
	"Datacenter", "Datastore",
	"DistributedVirtualPortgroup", "EventHistoryCollector", "EventManager", "Folder", "HostSystem", "ListView", "Network",
	"OpaqueNetwork", "PropertyCollector", "PropertyFilter", "ResourcePool", "SearchIndex", "ServiceInstance",
	"SessionManager", "StoragePod", "Task", "TaskHistoryCollector", "TaskManager", "ViewManager", "VirtualApp",
	"VirtualMachine",
}

// beyond contains the types that the table mentions without their fields, because they are large and a cloud provider
// does not need them.
var beyond = map[string]bool{
	"AlarmState": true, "Event": true, "HostConfigInfo": true, "LocalizedMethodFault": true, "MethodFault": true,
}

// selection contains the entries of the table.
type selection struct {
	types   map[string]bool
	objects map[string]bool
}

// reachable returns the types that requests and properties use, with their base types and subtypes.
func reachable(api *api, methods, objects []string) selection {
	chosen := selection{types: map[string]bool{}, objects: map[string]bool{}}
	for _, method := range methods {
		name, _, _ := strings.Cut(method, " ")
		chosen.follow(api, api.types[name+"RequestType"].fields)
	}
	for _, name := range objects {
		for ; name != "" && !chosen.objects[name]; name = api.objects[name].base {
			chosen.objects[name] = true
			chosen.follow(api, api.objects[name].fields)
		}
	}
	return chosen
}

func (s selection) follow(api *api, fields []field) {
	for _, f := range fields {
		s.add(api, f.kind)
	}
}

func (s selection) add(api *api, name string) {
	_, isEnum := api.enums[name]
	described, isType := api.types[name]
	isReference := name == "ManagedObjectReference" // like a string, except for its attribute
	if s.types[name] || beyond[name] || isReference || !isEnum && !isType {
		return
	}
	s.types[name] = true
	s.follow(api, described.fields)
	s.add(api, described.base)
	for _, subtype := range api.subtypes[name] {
		s.add(api, subtype)
	}
}
