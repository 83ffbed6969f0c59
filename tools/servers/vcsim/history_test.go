package main

import (
	"slices"
	"testing"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

func (b *bed) history() historyAnswer {
	b.Helper()
	answer, err := b.center.describeHistory()
	b.must(err)
	return answer
}

func (b *bed) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bed) query(filter types.EventFilterSpec) []types.BaseEvent {
	b.Helper()
	manager := &eventManager{b.ctx.Map.EventManager()}
	body := manager.QueryEvents(b.ctx, &types.QueryEvents{Filter: filter}).(*methods.QueryEventsBody)
	b.must(failure(body))
	return body.Res.Returnval
}

// restoredFrom starts another vCenter from a saved inventory.
func (b *bed) restoredFrom(dir string) *bed {
	b.Helper()
	center, err := open(options{listen: "127.0.0.1:0", load: dir, apiVersion: "8.0.3.0"})
	b.must(err)
	b.Cleanup(center.remove)
	b.Cleanup(center.server.Close)
	return &bed{T: b.T, center: center, ctx: center.context()}
}

func TestADestroyedVMLeavesATaskAndAnEventInItsChain(t *testing.T) {
	b := newBed(t, 2)

	_, err := b.center.destroyMachines(idsRequest{IDs: []string{b.vms[1], b.vms[0]}})
	b.must(err)

	history := b.history()
	task := history.Tasks[len(history.Tasks)-1]
	if task.Kind != "VirtualMachine.destroy" || task.Entity != b.vms[0] {
		t.Errorf("the task is %v", task)
	}
	chain := b.query(types.EventFilterSpec{EventChainId: task.Chain})
	if len(chain) != 2 {
		t.Fatalf("the chain has %d events", len(chain))
	}
	removed, ok := chain[0].(*types.VmRemovedEvent)
	if !ok || removed.Vm.Vm.Value != b.vms[0] {
		t.Errorf("the chain ends with %v", chain[0])
	}
	if first, ok := chain[1].(*types.TaskEvent); !ok || first.Key != task.Chain || first.Info.Key != task.ID {
		t.Errorf("the chain begins with %v", chain[1])
	}
	if tasks := b.tasks(task.Chain); len(tasks) != 1 || tasks[0].Key != task.ID || tasks[0].State != "success" {
		t.Errorf("the tasks of the chain are %v", tasks)
	}
}

func (b *bed) tasks(chain int32) []types.TaskInfo {
	b.Helper()
	made := newTaskManager(b.ctx).CreateCollectorForTasks(b.ctx, &types.CreateCollectorForTasks{
		Filter: types.TaskFilterSpec{EventChainId: []int32{chain}},
	}).(*methods.CreateCollectorForTasksBody).Res.Returnval
	collector := b.ctx.Session.Get(made).(*taskCollector)
	page := collector.ReadNextTasks(b.ctx, &types.ReadNextTasks{MaxCount: 10}).(*methods.ReadNextTasksBody)
	return page.Res.Returnval
}

func TestAnUnregisteredVMWasNotDestroyedAndComesBackWithItsUUIDs(t *testing.T) {
	b := newBed(t, 3)
	before, _ := b.center.listMachines()

	_, err := b.center.unregisterMachines(idsRequest{IDs: b.vms[:2]})
	b.must(err)
	history := b.history()
	made, err := b.center.registerMachines(registration{IDs: b.vms[:1]})
	b.must(err)

	if last := history.Events[len(history.Events)-1]; last.Kind != "VmRemovedEvent" || last.VM != b.vms[1] {
		t.Errorf("the last event is %v", last)
	}
	if slices.ContainsFunc(history.Tasks, func(task taskAnswer) bool { return task.Kind == "VirtualMachine.destroy" }) {
		t.Errorf("the tasks are %v", history.Tasks)
	}
	after, _ := b.center.listMachines()
	if len(after) != 2 || slices.Contains(b.vms, made.IDs[0]) {
		t.Errorf("VMs are %v", after)
	}
	was := find(before, b.vms[0])
	if is := find(after, made.IDs[0]); is.BiosUUID != was.BiosUUID || is.InstanceUUID != was.InstanceUUID {
		t.Errorf("%v came back as %v", was, is)
	}
}

func find(all []machineSummary, id string) machineSummary {
	i := slices.IndexFunc(all, func(each machineSummary) bool { return each.ID == id })
	if i < 0 {
		return machineSummary{}
	}
	return all[i]
}

func TestTheLatestEventIsAPropertyThatIsWaitedFor(t *testing.T) {
	b := newBed(t, 1)
	manager := *content(b.ctx).EventManager
	b.must(failure(b.collector.CreateFilter(b.ctx, &types.CreateFilter{Spec: types.PropertyFilterSpec{
		PropSet:   []types.PropertySpec{{Type: "EventManager", PathSet: []string{"latestEvent"}}},
		ObjectSet: []types.ObjectSpec{{Obj: manager}},
	}})))
	version, _ := b.wait("")

	b.add("more", 1)

	_, got := b.wait(version)
	b.expect(got, manager.Value, types.ObjectUpdateKindModify)
}

func TestARestoredVcenterGoesOnFromTheEventsOfItsBackup(t *testing.T) {
	b := newBed(t, 2)
	_, err := b.center.destroyMachines(idsRequest{IDs: b.vms[:1]})
	b.must(err)
	dir := t.TempDir()
	_, err = b.center.save(saveRequest{Directory: dir})
	b.must(err)
	saved := b.history()
	younger := b.add("younger", 3)

	restored := b.restoredFrom(dir)

	history := restored.history()
	if len(history.Events) != len(saved.Events) || len(history.Tasks) != len(saved.Tasks) {
		t.Fatalf("%d events and %d tasks came back", len(history.Events), len(history.Tasks))
	}
	for i, event := range history.Events {
		if was := saved.Events[i]; event.Key != was.Key || event.Chain != was.Chain || !event.Time.Equal(was.Time) || event.Kind != was.Kind {
			t.Errorf("event %v was %v", event, was)
		}
	}
	last := saved.Events[len(saved.Events)-1].Key
	if latest := restored.ctx.Map.EventManager().LatestEvent; latest == nil || latest.GetEvent().Key != last {
		t.Errorf("the latest event is %v", latest)
	}
	reissued := restored.add("other", 1)
	if events := restored.history().Events; events[len(events)-1].Key != last+1 {
		t.Errorf("the next event is %v", events[len(events)-1])
	}
	if reissued[0] != younger[0] {
		t.Errorf("reference %s is not reissued, %s is new", younger[0], reissued[0])
	}
	if len(restored.query(types.EventFilterSpec{})) != len(saved.Events)+1 {
		t.Error("the history cannot be queried")
	}
	for _, lost := range younger[1:] {
		if restored.ctx.Map.Get(references([]string{lost})[0]) != nil {
			t.Errorf("VM %s is there", lost)
		}
	}
}

func TestARemovedHostTakesItsVMsWithItWithoutDestroyingThem(t *testing.T) {
	b := newBed(t, 4)

	_, err := b.center.removeHost(hostRequest{Host: "h1"})
	b.must(err)

	left, _ := b.center.listMachines()
	if len(left) != 2 {
		t.Errorf("VMs are %v", left)
	}
	history := b.history()
	if task := history.Tasks[len(history.Tasks)-1]; task.Kind != "HostSystem.destroy" {
		t.Errorf("the task is %v", task)
	}
	if cluster := b.ctx.Map.Any("ClusterComputeResource").(*simulator.ClusterComputeResource); len(cluster.Host) != 1 {
		t.Errorf("hosts are %v", cluster.Host)
	}
	_, err = b.center.registerMachines(registration{IDs: b.vms[:1], Host: "h2"})
	b.must(err)
}

func TestARemovedFolderIsOneTaskForAllItsVMs(t *testing.T) {
	b := newBed(t, 1)
	made, err := b.center.addFolders(foldersRequest{Datacenter: "dc", Names: []string{"nodes"}})
	b.must(err)
	name := "inside"
	inside, err := b.center.addMachines(machinesRequest{Machines: []machineSpec{
		{Name: &name, Datacenter: "dc", Cluster: "c", Folder: made.IDs[0]},
	}})
	b.must(err)

	_, err = b.center.removeFolder(folderRemoval{ID: made.IDs[0]})
	b.must(err)

	left, _ := b.center.listMachines()
	if len(left) != 1 || left[0].ID != b.vms[0] {
		t.Errorf("VMs are %v", left)
	}
	events := b.history().Events
	if last := events[len(events)-1]; last.Kind != "VmRemovedEvent" || last.VM != inside.IDs[0] {
		t.Errorf("the last event is %v", last)
	}
	if tasks := b.history().Tasks; tasks[len(tasks)-1].Kind != "Folder.destroy" {
		t.Errorf("the tasks are %v", tasks)
	}
}

func TestAHostThatIsLostDisconnectsItsVMsAndHARestartsThemElsewhere(t *testing.T) {
	b := newBed(t, 2)

	_, err := b.center.setConnection(connectionRequest{Host: "h1", State: "notResponding"})
	b.must(err)
	lost := b.machine(b.vms[0]).Runtime
	_, err = b.center.failOver(failoverRequest{IDs: b.vms[:1], Host: "h2"})
	b.must(err)

	if lost.ConnectionState != "disconnected" || lost.PowerState != "poweredOn" {
		t.Errorf("the VM of a lost host is %s and %s", lost.ConnectionState, lost.PowerState)
	}
	again := b.machine(b.vms[0]).Runtime
	if again.ConnectionState != "connected" || again.PowerState != "poweredOn" || *again.Host == *lost.Host {
		t.Errorf("the restarted VM is %v", again)
	}
}

func TestAVMInAnotherDatacenterKeepsItsReference(t *testing.T) {
	b := newBed(t, 1)
	_, err := b.center.addTopology(topologyRequest{Datacenters: []datacenterSpec{
		{Name: "other", Clusters: []clusterSpec{{Name: "c2", Hosts: []string{"h3"}}}},
	}})
	b.must(err)

	_, err = b.center.relocateMachines(relocation{IDs: b.vms, Datacenter: "other", Cluster: "c2"})
	b.must(err)

	vm := b.machine(b.vms[0])
	if folder := b.ctx.Map.Get(*vm.Parent).(mo.Entity).Entity(); folder.Parent.Value != findDatacenter(b.ctx, "other").Self.Value {
		t.Errorf("the VM is in %v", folder.Name)
	}
	if host := get[simulator.HostSystem](b.ctx, *vm.Runtime.Host); host.Name != "h3" || len(host.Vm) != 1 {
		t.Errorf("the VM is on %s with %v", host.Name, host.Vm)
	}
}

func TestAResetNeverShowsTheVMOff(t *testing.T) {
	for action, want := range map[string]types.VirtualMachinePowerState{
		"reset": "poweredOn", "powerOff": "poweredOff", "suspend": "suspended", "shutdownGuest": "poweredOff",
	} {
		b := newBed(t, 1)
		_, err := b.center.switchMachines(powerRequest{IDs: b.vms, Action: action})
		b.must(err)
		if is := b.machine(b.vms[0]).Runtime.PowerState; is != want {
			t.Errorf("after %s the VM is %s", action, is)
		}
	}
}

func (b *bed) machine(id string) mo.VirtualMachine {
	b.Helper()
	vm, err := machine(b.ctx, id)
	b.must(err)
	return vm.VirtualMachine
}
