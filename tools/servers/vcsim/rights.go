package main

import (
	"sync"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// rights contains the objects that the account may not read. The simulator has no permissions. rights behaves like a
// vCenter whose administrator removed the role of the account, from some objects and all below them, or from
// everything.
//
// As in vCenter, searches, views and lists leave out such objects. A direct read by reference returns NoPermission, for
// the object or, as documented for the PropertyCollector, for each of its properties. For an object that does not
// exist, a read returns ManagedObjectNotFound, with and without permission.
type rights struct {
	mo.AuthorizationManager // the simulator requires that every managed object has a type of vim25

	mu      sync.Mutex
	denied  map[types.ManagedObjectReference]bool
	refuses bool
	missing map[types.ManagedObjectReference][]string // privileges, for the object and all below
}

var rightsRef = types.ManagedObjectReference{Type: "Rights", Value: "rights"}

// newRights returns rights that deny nothing.
func newRights() *rights {
	r := new(rights)
	r.Self = rightsRef
	return r
}

func rightsOf(ctx *simulator.Context) *rights {
	return ctx.Map.Get(rightsRef).(*rights)
}

type denial struct {
	// Objects that the account may not read, with all objects below. They replace those of earlier calls.
	Objects []objectRef `json:"objects"`
	// Everything also denies events and tasks.
	Everything bool `json:"everything"`
	// Refuse makes a direct read fail with NoPermission, instead of reporting each property as missing.
	Refuse bool `json:"refuse"`
}

// deny sets what the account may not read. An empty request restores all rights. Waits see the change immediately.
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
		each.note(func(c *changeSet) { c.added = true })
	}
	return nothing{}, nil
}

// hide returns true if the account may not read an object, because it or one of its parents is denied.
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

// mayCall rejects methods of objects that the account may not read, and gives each session managers that respect this.
// The simulator calls it before each method.
func mayCall(ctx *simulator.Context, method *simulator.Method) (mo.Reference, types.BaseMethodFault) {
	if ctx.Session == nil {
		return nil, nil
	}
	all := content(ctx)
	if ctx.Session.Registry.Get(*all.SearchIndex) == nil {
		ctx.Session.Registry.Put(&searchIndex{ctx.Map.SearchIndex()})
		ctx.Session.Registry.Put(&eventManager{ctx.Map.EventManager()})
		ctx.Session.Registry.Put(newTaskManager(ctx))
		ctx.Session.Registry.Put(&diskManager{ctx.Map.VStorageObjectManager()})
		ctx.Session.Registry.Put(&authorizationManager{get[simulator.AuthorizationManager](ctx, *all.AuthorizationManager)})
	}
	if rightsOf(ctx).hide(ctx, method.This) {
		return nil, noPermission(method.This)
	}
	return nil, nil
}

func noPermission(ref types.ManagedObjectReference) *types.NoPermission {
	return &types.NoPermission{Object: &ref, PrivilegeId: "System.View"}
}

// refs returns the references that the account may read.
func (r *rights) refs(ctx *simulator.Context, all []types.ManagedObjectReference) []types.ManagedObjectReference {
	var seen []types.ManagedObjectReference
	for _, ref := range all {
		if !r.hide(ctx, ref) {
			seen = append(seen, ref)
		}
	}
	return seen
}

// events returns the events that are not about a hidden VM.
func (r *rights) events(ctx *simulator.Context, all []types.BaseEvent) []types.BaseEvent {
	var seen []types.BaseEvent
	for _, event := range all {
		if vm := event.GetEvent().Vm; vm == nil || !r.hide(ctx, vm.Vm) {
			seen = append(seen, event)
		}
	}
	return seen
}

// contents returns the part of a response that the account may read. Some objects were requested by reference.
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

// withheld returns a content with a fault instead of each property.
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

// searchIndex is the SearchIndex of a session.
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
