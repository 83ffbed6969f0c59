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

// operator is the account on whose behalf the admin API acts, as events and tasks name it.
const operator = `VSPHERE.LOCAL\operator`

// mostEvents is what QueryEvents gives at most, and what the simulator remembers.
const mostEvents = 1000

// journal hears of every event: it keeps them for a restart, and sets EventManager.latestEvent, which the simulator
// leaves empty. It listens by an event collector of its own, since the simulator tells of events in no other way.
type journal struct {
	Self types.ManagedObjectReference

	mu     sync.Mutex
	source types.ManagedObjectReference // the event collector
	events []types.BaseEvent            // oldest first
}

// keepJournal starts one, before anybody posts an event.
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

// UpdateObject is called while the EventManager is locked by whoever posts the event.
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

// chain is what events that follow from one another have in common: vCenter gives them the key of the first.
type chain int32

// post records events as vCenter's own, one after the other.
//
// PostEvent sets chain, key, time and user itself, so the chain is corrected afterwards, before anybody can look.
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

// replay gives a new vCenter the events of a saved one, as they were.
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

// nextKeyAfter makes the simulator go on counting from a key. It keeps the number to itself, hence the force.
func nextKeyAfter(manager *simulator.EventManager, key int32) {
	field := reflect.ValueOf(manager).Elem().FieldByName("key")
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().SetInt(int64(key))
}

// eventManager is what a session sees of the EventManager: as many events as vCenter would give where the simulator
// gives ten, and none about what the account may not see.
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

// vmEvent begins an event about a VM.
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

// locate names the host, and what it is in.
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
