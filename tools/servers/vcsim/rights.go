package main

import (
	"sync"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// rights are what the account must not see. The simulator has no permissions of its own; these are those of a vCenter
// whose administrator took the role away, from some objects and all below them, or from everything.
//
// As vCenter does it: such objects are left out of searches, views and lists without a word; whoever reads one by its
// reference gets NoPermission, for the object or, as documented for the PropertyCollector, for each of its properties.
// An object that does not exist answers ManagedObjectNotFound, with or without rights.
type rights struct {
	mo.AuthorizationManager // the simulator wants every managed object to be one of vim25

	mu      sync.Mutex
	denied  map[types.ManagedObjectReference]bool
	refuses bool
}

var rightsRef = types.ManagedObjectReference{Type: "Rights", Value: "rights"}

// newRights has every right.
func newRights() *rights {
	r := new(rights)
	r.Self = rightsRef
	return r
}

func rightsOf(ctx *simulator.Context) *rights {
	return ctx.Map.Get(rightsRef).(*rights)
}

type denial struct {
	// Objects are what the account may not see, with all that is below. They replace those of earlier calls.
	Objects []objectRef `json:"objects"`
	// Everything also denies events and tasks.
	Everything bool `json:"everything"`
	// Refuse answers a direct read with the fault NoPermission in the place of a missing property each.
	Refuse bool `json:"refuse"`
}

// deny says what the account may not see from now on; nothing gives all rights back. Waits learn of it at once.
func (c *vcenter) deny(request denial) (nothing, error) {
	ctx := c.context()
	denied := make(map[types.ManagedObjectReference]bool)
	for _, object := range request.Objects {
		denied[object.reference()] = true
	}
	if request.Everything {
		all := content(ctx)
		denied[all.RootFolder] = true
		denied[*all.EventManager], denied[*all.TaskManager] = true, true
	}
	r := rightsOf(ctx)
	r.mu.Lock()
	r.denied, r.refuses = denied, request.Refuse
	r.mu.Unlock()
	for each := range live() {
		each.note(func(h *heard) { h.added = true })
	}
	return nothing{}, nil
}

// hide tells whether the account may not see an object: it, or what it is filed in, was denied.
func (r *rights) hide(ctx *simulator.Context, ref types.ManagedObjectReference) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.denied) > 0 {
		if r.denied[ref] {
			return true
		}
		entity, ok := ctx.Map.Get(ref).(mo.Entity)
		if !ok || entity.Entity().Parent == nil {
			return false
		}
		ref = *entity.Entity().Parent
	}
	return false
}

func (r *rights) refuse() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.refuses
}

func (r *rights) restricted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.denied) > 0
}

// mayCall refuses methods of objects that the account may not see, and gives each session managers that respect that.
// The simulator asks it before each call.
func mayCall(ctx *simulator.Context, method *simulator.Method) (mo.Reference, types.BaseMethodFault) {
	if ctx.Session == nil {
		return nil, nil
	}
	all := content(ctx)
	if ctx.Session.Registry.Get(*all.SearchIndex) == nil {
		ctx.Session.Registry.Put(&searchIndex{ctx.Map.SearchIndex()})
		ctx.Session.Registry.Put(&eventManager{ctx.Map.EventManager()})
		ctx.Session.Registry.Put(newTaskManager(ctx))
	}
	if rightsOf(ctx).hide(ctx, method.This) {
		return nil, noPermission(method.This)
	}
	return nil, nil
}

func noPermission(ref types.ManagedObjectReference) *types.NoPermission {
	return &types.NoPermission{Object: &ref, PrivilegeId: "System.View"}
}

// refs are those that the account may see.
func (r *rights) refs(ctx *simulator.Context, all []types.ManagedObjectReference) []types.ManagedObjectReference {
	var seen []types.ManagedObjectReference
	for _, ref := range all {
		if !r.hide(ctx, ref) {
			seen = append(seen, ref)
		}
	}
	return seen
}

// events are those that are not about a hidden VM.
func (r *rights) events(ctx *simulator.Context, all []types.BaseEvent) []types.BaseEvent {
	var seen []types.BaseEvent
	for _, event := range all {
		if vm := event.GetEvent().Vm; vm == nil || !r.hide(ctx, vm.Vm) {
			seen = append(seen, event)
		}
	}
	return seen
}

// contents are what the account gets of an answer in which some objects were asked for by reference.
func (r *rights) contents(ctx *simulator.Context, all []types.ObjectContent, asked map[types.ManagedObjectReference]bool) []types.ObjectContent {
	if !r.restricted() {
		return all
	}
	var seen []types.ObjectContent
	for _, each := range all {
		switch {
		case !r.hide(ctx, each.Obj):
			for i, property := range each.PropSet {
				if list, ok := property.Val.(types.ArrayOfManagedObjectReference); ok {
					list.ManagedObjectReference = r.refs(ctx, list.ManagedObjectReference)
					each.PropSet[i].Val = list
				}
			}
			seen = append(seen, each)
		case asked[each.Obj]:
			seen = append(seen, withheld(each))
		}
	}
	return seen
}

// withheld has a fault in the place of each property.
func withheld(content types.ObjectContent) types.ObjectContent {
	for _, property := range content.PropSet {
		content.MissingSet = append(content.MissingSet, types.MissingProperty{
			Path:  property.Name,
			Fault: types.LocalizedMethodFault{Fault: noPermission(content.Obj), LocalizedMessage: "Permission to perform this operation was denied."},
		})
	}
	content.PropSet = nil
	return content
}

// searchIndex is what a session sees of the SearchIndex.
type searchIndex struct {
	*simulator.SearchIndex
}

func (s *searchIndex) FindByUuid(ctx *simulator.Context, request *types.FindByUuid) soap.HasFault {
	all := types.FindAllByUuid(*request)
	body := &methods.FindByUuidBody{Res: new(types.FindByUuidResponse)}
	found := s.FindAllByUuid(ctx, &all).(*methods.FindAllByUuidBody).Res.Returnval
	if len(found) > 0 {
		body.Res.Returnval = &found[0]
	}
	return body
}

func (s *searchIndex) FindAllByUuid(ctx *simulator.Context, request *types.FindAllByUuid) soap.HasFault {
	body := s.SearchIndex.FindAllByUuid(ctx, request).(*methods.FindAllByUuidBody)
	body.Res.Returnval = rightsOf(ctx).refs(ctx, body.Res.Returnval)
	return body
}

func (s *searchIndex) FindAllByDnsName(ctx *simulator.Context, request *types.FindAllByDnsName) soap.HasFault {
	body := s.SearchIndex.FindAllByDnsName(ctx, request).(*methods.FindAllByDnsNameBody)
	body.Res.Returnval = rightsOf(ctx).refs(ctx, body.Res.Returnval)
	return body
}

func (s *searchIndex) FindAllByIp(ctx *simulator.Context, request *types.FindAllByIp) soap.HasFault {
	body := s.SearchIndex.FindAllByIp(ctx, request).(*methods.FindAllByIpBody)
	body.Res.Returnval = rightsOf(ctx).refs(ctx, body.Res.Returnval)
	return body
}

func (s *searchIndex) FindByInventoryPath(ctx *simulator.Context, request *types.FindByInventoryPath) soap.HasFault {
	body := s.SearchIndex.FindByInventoryPath(ctx, request).(*methods.FindByInventoryPathBody)
	if body.Res.Returnval != nil && rightsOf(ctx).hide(ctx, *body.Res.Returnval) {
		body.Res.Returnval = nil
	}
	return body
}
