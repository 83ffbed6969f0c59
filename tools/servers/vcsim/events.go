package main

import (
	"reflect"
	"sync"
	"time"
	"unsafe"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// operator is the account that events and tasks of the admin API name.
const operator = `VSPHERE.LOCAL\operator`

// mostEvents is the maximum number of events that QueryEvents returns and that the simulator keeps.
const mostEvents = 1000

// journal records every event for a restart, and sets EventManager.latestEvent, which the simulator leaves empty. It
// uses an event collector, because the simulator has no other notification of events.
type journal struct {
	Self types.ManagedObjectReference

	mu     sync.Mutex
	source types.ManagedObjectReference // the event collector
	events []types.BaseEvent            // oldest first
}

// keepJournal starts a journal, before the first event is posted.
func (c *vcenter) keepJournal() *journal {
	ctx := c.context()
	j := &journal{Self: types.ManagedObjectReference{Type: "EventJournal", Value: "journal"}}
	ctx.Map.AddHandler(j)
	events := ctx.Map.EventManager()
	ctx.WithLock(events, func() {
		body := events.CreateCollectorForEvents(ctx, &types.CreateCollectorForEvents{
			Filter: types.EventFilterSpec{MaxCount: 1},
		}).(*methods.CreateCollectorForEventsBody)
		j.source = body.Res.Returnval
	})
	return j
}

func (j *journal) Reference() types.ManagedObjectReference { return j.Self }

func (j *journal) PutObject(*simulator.Context, mo.Reference) {}

func (j *journal) RemoveObject(*simulator.Context, types.ManagedObjectReference) {}

// UpdateObject is called while the sender of the event holds the lock of the EventManager.
func (j *journal) UpdateObject(ctx *simulator.Context, object mo.Reference, changes []types.PropertyChange) {
	if object.Reference() != j.source {
		return
	}
	for _, change := range changes {
		if page, ok := change.Val.(*types.ArrayOfEvent); ok && len(page.Event) > 0 {
			j.add(page.Event[0])
			showLatest(ctx, page.Event[0])
		}
	}
}

func (j *journal) add(event types.BaseEvent) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, event)
	if len(j.events) > mostEvents {
		j.events = j.events[len(j.events)-mostEvents:]
	}
}

func (j *journal) all() []types.BaseEvent {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]types.BaseEvent(nil), j.events...)
}

func showLatest(ctx *simulator.Context, event types.BaseEvent) {
	ctx.Update(ctx.Map.EventManager(), []types.PropertyChange{{Name: "latestEvent", Val: event}})
}

// chain is the chainId of related events: vCenter uses the key of the first one.
type chain int32

// post records events in order, as vCenter does.
//
// PostEvent sets chain, key, time and user itself. post corrects the chain before a client can read the event.
func (c chain) post(ctx *simulator.Context, events ...types.BaseEvent) chain {
	manager := ctx.Map.EventManager()
	ctx.WithLock(manager, func() {
		for _, each := range events {
			manager.PostEvent(ctx, &types.PostEvent{EventToPost: each})
			event := each.GetEvent()
			if c == 0 {
				c = chain(event.Key)
			}
			event.ChainId = int32(c)
		}
	})
	return c
}

// replay adds the events of a saved vCenter to a new one, unchanged.
func replay(ctx *simulator.Context, events []types.BaseEvent) {
	manager := ctx.Map.EventManager()
	ctx.WithLock(manager, func() {
		for _, each := range events {
			was := *each.GetEvent()
			manager.PostEvent(ctx, &types.PostEvent{EventToPost: each})
			*each.GetEvent() = was
			nextKeyAfter(manager, was.Key)
		}
	})
}

// nextKeyAfter sets the last event key of the simulator. The field is not exported, so it is set by reflection.
func nextKeyAfter(manager *simulator.EventManager, key int32) {
	field := reflect.ValueOf(manager).Elem().FieldByName("key")
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().SetInt(int64(key))
}

// eventManager is the EventManager of a session. It returns as many events as vCenter, where the simulator returns ten,
// and no events about objects that the account may not read.
type eventManager struct {
	*simulator.EventManager
}

func (m *eventManager) QueryEvents(ctx *simulator.Context, request *types.QueryEvents) soap.HasFault {
	query := *request
	if query.Filter.MaxCount == 0 {
		query.Filter.MaxCount = mostEvents
	}
	body, ok := m.EventManager.QueryEvents(ctx, &query).(*methods.QueryEventsBody)
	if ok && body.Res != nil {
		body.Res.Returnval = rightsOf(ctx).events(ctx, body.Res.Returnval)
	}
	return body
}

// vmEvent returns the common fields of an event about a VM.
func vmEvent(ctx *simulator.Context, vm *simulator.VirtualMachine) types.VmEvent {
	event := types.Event{
		CreatedTime: time.Now(),
		UserName:    operator,
		Vm:          &types.VmEventArgument{EntityEventArgument: named(vm.Name), Vm: vm.Self},
	}
	if store := get[simulator.Datastore](ctx, vm.Datastore[0]); store != nil {
		event.Ds = &types.DatastoreEventArgument{EntityEventArgument: named(store.Name), Datastore: store.Self}
	}
	if host := get[simulator.HostSystem](ctx, *vm.Runtime.Host); host != nil {
		locate(ctx, &event, host)
	}
	return types.VmEvent{Event: event}
}

func hostEvent(ctx *simulator.Context, host *simulator.HostSystem) types.HostEvent {
	event := types.Event{CreatedTime: time.Now(), UserName: operator}
	locate(ctx, &event, host)
	return types.HostEvent{Event: event}
}

// locate sets the host, its compute resource and its datacenter.
func locate(ctx *simulator.Context, event *types.Event, host *simulator.HostSystem) {
	event.Host = &types.HostEventArgument{EntityEventArgument: named(host.Name), Host: host.Self}
	for at := mo.Entity(host); at.Entity().Parent != nil; {
		at = ctx.Map.Get(*at.Entity().Parent).(mo.Entity)
		switch entity := at.(type) {
		case *simulator.ClusterComputeResource:
			event.ComputeResource = &types.ComputeResourceEventArgument{
				EntityEventArgument: named(entity.Name), ComputeResource: entity.Self,
			}
		case *simulator.Datacenter:
			event.Datacenter = &types.DatacenterEventArgument{
				EntityEventArgument: named(entity.Name), Datacenter: entity.Self,
			}
		}
	}
}

func named(name string) types.EntityEventArgument {
	return types.EntityEventArgument{Name: name}
}
