package main

import (
	"maps"
	"sync"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// listener records which objects changed since its collector last read them. The simulator calls it while it holds the
// locks of objects, so the listener takes only its own lock.
type listener struct {
	Self    types.ManagedObjectReference
	session *simulator.Session

	mu        sync.Mutex
	recorded  changeSet
	wake      chan struct{}
	cancelled chan struct{}
	ended     chan struct{}
	why       *soap.Fault
}

// changeSet contains the recorded changes of inventory objects and views.
type changeSet struct {
	added   bool
	changed map[types.ManagedObjectReference]map[string]bool // property paths
	removed map[types.ManagedObjectReference]bool
}

// signals contains the channels that a wait selects on.
type signals struct {
	wake, cancelled, ended <-chan struct{}
	reason                 func() *soap.Fault
}

// listeners contains the active listeners of all sessions.
var listeners sync.Map

// listen starts to record changes, until the session ends.
func listen(ctx *simulator.Context) *listener {
	l := &listener{
		Self:      types.ManagedObjectReference{Type: "CollectorListener", Value: uuid.NewString()},
		session:   ctx.Session,
		wake:      make(chan struct{}, 1),
		cancelled: make(chan struct{}),
		ended:     make(chan struct{}),
	}
	l.recorded.reset()
	ctx.Session.Registry.Put(l) // so that a logout removes it
	ctx.Map.AddHandler(l)
	listeners.Store(l, true)
	return l
}

func (l *listener) Reference() types.ManagedObjectReference { return l.Self }

func (l *listener) PutObject(_ *simulator.Context, _ mo.Reference) {
	l.note(func(c *changeSet) { c.added = true })
}

func (l *listener) UpdateObject(_ *simulator.Context, object mo.Reference, changes []types.PropertyChange) {
	ref := object.Reference()
	l.note(func(c *changeSet) {
		paths, ok := c.changed[ref]
		if !ok {
			paths = make(map[string]bool)
			c.changed[ref] = paths
		}
		for _, change := range changes {
			paths[change.Name] = true
		}
	})
}

// RemoveObject is also called by the simulator when the session of the listener logs out.
func (l *listener) RemoveObject(_ *simulator.Context, ref types.ManagedObjectReference) {
	if ref == l.Self {
		l.finish(notAuthenticated(ref))
		return
	}
	l.note(func(c *changeSet) {
		c.removed[ref] = true
		delete(c.changed, ref)
	})
}

func (l *listener) note(change func(*changeSet)) {
	l.mu.Lock()
	change(&l.recorded)
	l.mu.Unlock()
	l.wakeUp()
}

func (l *listener) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// take returns the recorded changes and clears them.
func (l *listener) take() changeSet {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := l.recorded
	l.recorded.reset()
	return taken
}

func (c *changeSet) reset() {
	*c = changeSet{
		changed: make(map[types.ManagedObjectReference]map[string]bool),
		removed: make(map[types.ManagedObjectReference]bool),
	}
}

func (l *listener) signals() signals {
	l.mu.Lock()
	defer l.mu.Unlock()
	return signals{wake: l.wake, cancelled: l.cancelled, ended: l.ended, reason: l.reason}
}

func (l *listener) reason() *soap.Fault {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}

func (l *listener) cancelWaits() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.cancelled)
	l.cancelled = make(chan struct{})
}

// end stops the listener. Waits in progress return the fault.
func (l *listener) end(ctx *simulator.Context, why *soap.Fault) {
	l.finish(why)
	ctx.Map.RemoveHandler(l)
	l.session.Registry.Remove(ctx, l.Self)
}

func (l *listener) finish(why *soap.Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.why == nil {
		l.why = why
		close(l.ended)
		listeners.Delete(l)
	}
}

func notAuthenticated(ref types.ManagedObjectReference) *soap.Fault {
	return simulator.Fault("The session is not authenticated.", &types.NotAuthenticated{
		NoPermission: types.NoPermission{Object: &ref, PrivilegeId: "System.View"},
	})
}

// endCollectors ends the waits of a terminated session.
func endCollectors(ctx *simulator.Context, key string) {
	for each := range maps.Keys(live()) {
		if each.session.Key == key {
			each.end(ctx, notAuthenticated(content(ctx).PropertyCollector))
		}
	}
}

// destroyCollectors destroys all collectors with their filters, and keeps the sessions.
func (c *vcenter) destroyCollectors() (nothing, error) {
	ctx := c.context()
	for each := range maps.Keys(live()) {
		for _, object := range each.session.Registry.AllReference("") {
			lost, ok := object.(*collector)
			if !ok {
				continue
			}
			for _, ref := range lost.Filter {
				each.session.Registry.Remove(ctx, ref)
			}
			each.session.Registry.Remove(ctx, lost.Self)
			each.end(ctx, simulator.Fault("", &types.ManagedObjectNotFound{Obj: lost.Self}))
		}
	}
	return nothing{}, nil
}

func live() map[*listener]bool {
	all := make(map[*listener]bool)
	listeners.Range(func(each, _ any) bool {
		all[each.(*listener)] = true
		return true
	})
	return all
}
