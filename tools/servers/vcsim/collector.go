package main

import (
	"strconv"
	"sync"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// collector is a PropertyCollector that behaves like that of vCenter where that of the simulator does not:
//
//   - versions: if the client did not acknowledge the last response, it is sent again. The version "" causes a full
//     resync, and any other unknown version causes InvalidCollectorVersion;
//   - several changes of an object arrive as one update with the current values;
//   - a changed view sends enter and leave only for objects that were added and removed, and cannot deadlock;
//   - a wrong property path causes InvalidProperty;
//   - a batch of changes causes one evaluation of the filters, and not one for each change.
//
// The simulator creates one zero value for each session, by reflection from the one that useOwnCollector registers.
// Retrieval is that of the simulator.
type collector struct {
	simulator.PropertyCollector

	mu       sync.Mutex // guards the fields below; a listener never takes it
	listener *listener  // nil until the first filter
	filters  []*filter
	version  int
	sent     *types.UpdateSet             // the response of this version, until a call acknowledges it
	rest     []types.PropertyFilterUpdate // further pages of that response
}

const (
	pageSize = 100                   // vCenter's default for maxObjectUpdates
	gather   = 20 * time.Millisecond // time to collect related changes into one update
)

func (c *vcenter) useOwnCollector() {
	ctx := c.context()
	own := new(collector)
	own.Self = content(ctx).PropertyCollector
	ctx.Map.Put(own)
}

func (c *collector) CreatePropertyCollector(ctx *simulator.Context, _ *types.CreatePropertyCollector) soap.HasFault {
	made := new(collector)
	made.Self.Type = "PropertyCollector"
	return &methods.CreatePropertyCollectorBody{
		Res: &types.CreatePropertyCollectorResponse{Returnval: ctx.Session.Put(made).Reference()},
	}
}

func (c *collector) CreateFilter(ctx *simulator.Context, request *types.CreateFilter) soap.HasFault {
	body := new(methods.CreateFilterBody)
	if fault := validate(ctx, request.Spec); fault != nil {
		body.Fault_ = fault
		return body
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listener == nil {
		c.listener = listen(ctx)
	}
	made := &filter{collector: c, reported: make(map[types.ManagedObjectReference]bool), stale: true}
	made.Self.Type = "PropertyFilter"
	made.Spec, made.PartialUpdates = request.Spec, request.PartialUpdates
	ref := ctx.Session.Put(made).Reference()
	c.filters = append(c.filters, made)
	c.Filter = append(c.Filter, ref)
	c.listener.wakeUp()
	body.Res = &types.CreateFilterResponse{Returnval: ref}
	return body
}

func (c *collector) DestroyPropertyCollector(ctx *simulator.Context, request *types.DestroyPropertyCollector) soap.HasFault {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listener != nil {
		c.listener.end(ctx, simulator.Fault("", new(types.RequestCanceled)))
	}
	for _, ref := range c.Filter {
		ctx.Session.Remove(ctx, ref)
	}
	ctx.Session.Remove(ctx, request.This)
	return &methods.DestroyPropertyCollectorBody{Res: new(types.DestroyPropertyCollectorResponse)}
}

func (c *collector) CancelWaitForUpdates(*types.CancelWaitForUpdates) soap.HasFault {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listener != nil {
		c.listener.cancelWaits()
	}
	return &methods.CancelWaitForUpdatesBody{Res: new(types.CancelWaitForUpdatesResponse)}
}

func (c *collector) WaitForUpdates(ctx *simulator.Context, request *types.WaitForUpdates) soap.HasFault {
	waited := c.WaitForUpdatesEx(ctx, &types.WaitForUpdatesEx{This: request.This, Version: request.Version}).(*methods.WaitForUpdatesExBody)
	if waited.Fault_ != nil {
		return &methods.WaitForUpdatesBody{Fault_: waited.Fault_}
	}
	return &methods.WaitForUpdatesBody{Res: &types.WaitForUpdatesResponse{Returnval: *waited.Res.Returnval}}
}

func (c *collector) WaitForUpdatesEx(ctx *simulator.Context, request *types.WaitForUpdatesEx) soap.HasFault {
	wait := newWait(request)
	set, fault := c.await(ctx, wait)
	if fault != nil {
		return &methods.WaitForUpdatesExBody{Fault_: fault}
	}
	return &methods.WaitForUpdatesExBody{Res: &types.WaitForUpdatesExResponse{Returnval: set}}
}

// wait is one WaitForUpdatesEx call.
type wait struct {
	version string
	limit   <-chan time.Time // nil: no limit
	once    bool
	max     int
}

func newWait(request *types.WaitForUpdatesEx) wait {
	w := wait{version: request.Version, max: pageSize}
	if options := request.Options; options != nil {
		if seconds := options.MaxWaitSeconds; seconds != nil {
			w.once = *seconds == 0
			w.limit = time.After(time.Duration(*seconds) * time.Second)
		}
		if n := int(options.MaxObjectUpdates); n > 0 && n < pageSize {
			w.max = n
		}
	}
	return w
}

// await returns the next response, or nil on a timeout.
func (c *collector) await(ctx *simulator.Context, w wait) (*types.UpdateSet, *soap.Fault) {
	if w.version == "" {
		return c.resync(ctx, w), nil
	}
	signals, fault := c.begin(ctx)
	if fault != nil {
		return nil, fault
	}
	for {
		set, fault := c.next(ctx, w)
		if set != nil || fault != nil || w.once {
			return set, fault
		}
		select {
		case <-w.limit:
			return nil, nil
		case <-signals.cancelled:
			return nil, simulator.Fault("", new(types.RequestCanceled))
		case <-signals.ended:
			return nil, signals.reason()
		case <-signals.wake:
			time.Sleep(gather)
		}
	}
}

// begin starts the listener if there is none.
func (c *collector) begin(ctx *simulator.Context) (signals, *soap.Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version == 0 {
		return signals{}, simulator.Fault("", new(types.InvalidCollectorVersion))
	}
	if c.listener == nil {
		c.listener = listen(ctx)
	}
	return c.listener.signals(), nil
}

// resync returns the full state, as in the first response.
func (c *collector) resync(ctx *simulator.Context, w wait) *types.UpdateSet {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rest = nil
	for _, f := range c.filters {
		clear(f.reported)
		f.stale = true
	}
	return c.answer(c.collect(ctx), w.max)
}

// next returns the response to a call with a version, or nil if there are no changes yet.
func (c *collector) next(ctx *simulator.Context, w wait) (*types.UpdateSet, *soap.Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch w.version {
	case strconv.Itoa(c.version):
		c.sent = nil
	case strconv.Itoa(c.version - 1):
		if c.sent != nil {
			return c.sent, nil
		}
		fallthrough
	default:
		return nil, simulator.Fault("", new(types.InvalidCollectorVersion))
	}
	updates := c.rest
	if len(updates) == 0 {
		updates = c.collect(ctx)
	}
	if len(updates) == 0 {
		return nil, nil
	}
	return c.answer(updates, w.max), nil
}

// collect evaluates all filters with the changes that the listener recorded.
func (c *collector) collect(ctx *simulator.Context) []types.PropertyFilterUpdate {
	if c.listener == nil {
		return nil
	}
	set := c.listener.take()
	var updates []types.PropertyFilterUpdate
	for _, f := range c.filters {
		if objects := f.evaluate(ctx, set); len(objects) > 0 {
			updates = append(updates, types.PropertyFilterUpdate{Filter: f.Self, ObjectSet: objects})
		}
	}
	return updates
}

// answer returns the next version with at most max object updates, and keeps the rest for later responses.
func (c *collector) answer(updates []types.PropertyFilterUpdate, max int) *types.UpdateSet {
	page, rest := split(updates, max)
	c.version++
	c.rest = rest
	c.sent = &types.UpdateSet{Version: strconv.Itoa(c.version), FilterSet: page}
	if len(rest) > 0 {
		c.sent.Truncated = types.NewBool(true)
	}
	return c.sent
}

func split(updates []types.PropertyFilterUpdate, max int) (page, rest []types.PropertyFilterUpdate) {
	for i, update := range updates {
		n := len(update.ObjectSet)
		if n > max {
			head, tail := update, update
			head.ObjectSet, tail.ObjectSet = update.ObjectSet[:max], update.ObjectSet[max:]
			if max > 0 {
				page = append(page, head)
			}
			return page, append([]types.PropertyFilterUpdate{tail}, updates[i+1:]...)
		}
		page = append(page, update)
		max -= n
	}
	return page, nil
}
