package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// filter is a PropertyFilter of a collector, whose lock guards it.
type filter struct {
	mo.PropertyFilter

	collector *collector
	reported  map[types.ManagedObjectReference]bool // objects that the client knows as members
	stale     bool                                  // the members must be computed again
}

func (f *filter) DestroyPropertyFilter(ctx *simulator.Context, request *types.DestroyPropertyFilter) soap.HasFault {
	c := f.collector
	c.mu.Lock()
	defer c.mu.Unlock()
	c.filters = slices.DeleteFunc(c.filters, func(each *filter) bool { return each == f })
	c.rest = slices.DeleteFunc(c.rest, func(each types.PropertyFilterUpdate) bool { return each.Filter == f.Self })
	simulator.RemoveReference(&c.Filter, request.This)
	ctx.Session.Remove(ctx, request.This)
	return &methods.DestroyPropertyFilterBody{Res: new(types.DestroyPropertyFilterResponse)}
}

// evaluate returns the updates of this filter that follow from the recorded changes.
func (f *filter) evaluate(ctx *simulator.Context, set changeSet) []types.ObjectUpdate {
	var updates []types.ObjectUpdate
	leave := func(ref types.ManagedObjectReference) {
		delete(f.reported, ref)
		updates = append(updates, types.ObjectUpdate{Kind: types.ObjectUpdateKindLeave, Obj: ref})
	}
	for ref := range set.removed {
		if f.reported[ref] {
			leave(ref)
		}
	}
	var entered []types.ManagedObjectReference
	if f.stale || f.traverses(set) {
		f.stale = false
		members := f.members(ctx)
		for ref := range f.reported {
			if !members[ref] {
				leave(ref)
			}
		}
		for ref := range members {
			if !f.reported[ref] {
				entered = append(entered, ref)
			}
		}
	}
	updates = append(updates, f.modified(ctx, set.changed)...)
	return append(updates, f.enter(ctx, entered)...)
}

// traverses returns true if the changes can affect the members of the filter.
func (f *filter) traverses(set changeSet) bool {
	paths := make(map[string]bool)
	for _, object := range f.Spec.ObjectSet {
		traversed(object.SelectSet, paths)
	}
	if len(paths) == 0 {
		return false
	}
	if set.added {
		return true
	}
	for _, changed := range set.changed {
		for path := range changed {
			if paths[path] {
				return true
			}
		}
	}
	return false
}

func traversed(set []types.BaseSelectionSpec, paths map[string]bool) {
	for _, each := range set {
		if spec, ok := each.(*types.TraversalSpec); ok {
			paths[spec.Path] = true
			traversed(spec.SelectSet, paths)
		}
	}
}

func (f *filter) members(ctx *simulator.Context) map[types.ManagedObjectReference]bool {
	spec := f.Spec
	spec.PropSet = nil
	for _, each := range f.Spec.PropSet {
		spec.PropSet = append(spec.PropSet, types.PropertySpec{Type: each.Type})
	}
	members := make(map[types.ManagedObjectReference]bool)
	for _, found := range retrieve(ctx, spec) {
		members[found.Obj] = true
	}
	return members
}

func (f *filter) enter(ctx *simulator.Context, refs []types.ManagedObjectReference) []types.ObjectUpdate {
	if len(refs) == 0 {
		return nil
	}
	slices.SortFunc(refs, func(a, b types.ManagedObjectReference) int {
		return slices.Compare([]string{a.Type, a.Value}, []string{b.Type, b.Value})
	})
	var updates []types.ObjectUpdate
	for _, found := range retrieve(ctx, types.PropertyFilterSpec{PropSet: f.Spec.PropSet, ObjectSet: objects(refs)}) {
		f.reported[found.Obj] = true
		updates = append(updates, types.ObjectUpdate{
			Kind: types.ObjectUpdateKindEnter, Obj: found.Obj, ChangeSet: assignments(found, f.wanted(found.Obj.Type)),
		})
	}
	return updates
}

func (f *filter) modified(ctx *simulator.Context, changed map[types.ManagedObjectReference]map[string]bool) []types.ObjectUpdate {
	var updates []types.ObjectUpdate
	for ref, names := range changed {
		if !f.reported[ref] {
			continue
		}
		paths := f.matching(ref.Type, names)
		if len(paths) == 0 {
			continue
		}
		for _, found := range retrieve(ctx, types.PropertyFilterSpec{
			PropSet:   []types.PropertySpec{{Type: ref.Type, PathSet: paths}},
			ObjectSet: objects([]types.ManagedObjectReference{ref}),
		}) {
			updates = append(updates, types.ObjectUpdate{
				Kind: types.ObjectUpdateKindModify, Obj: ref, ChangeSet: assignments(found, paths),
			})
		}
	}
	return updates
}

// wanted returns the requested paths of a type, without those that "all" covers.
func (f *filter) wanted(kind string) []string {
	var paths []string
	for _, spec := range f.Spec.PropSet {
		if isA(kind, spec.Type) {
			paths = append(paths, spec.PathSet...)
		}
	}
	return paths
}

// matching returns the wanted paths that a change of the named properties affects.
func (f *filter) matching(kind string, names map[string]bool) []string {
	touched := make(map[string]bool)
	for _, spec := range f.Spec.PropSet {
		if !isA(kind, spec.Type) {
			continue
		}
		for name := range names {
			if spec.All != nil && *spec.All {
				top, _, _ := strings.Cut(name, ".")
				touched[top] = true
			}
			for _, path := range spec.PathSet {
				if within(name, path) || within(path, name) {
					touched[path] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(touched))
}

// within returns true if a path equals another one or is below it.
func within(path, other string) bool {
	rest, ok := strings.CutPrefix(path, other)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// assignments returns the values of the wanted paths. Paths that are not set get no value.
func assignments(found types.ObjectContent, wanted []string) []types.PropertyChange {
	var changes []types.PropertyChange
	seen := make(map[string]bool)
	for _, property := range found.PropSet {
		seen[property.Name] = true
		changes = append(changes, types.PropertyChange{
			Name: property.Name, Op: types.PropertyChangeOpAssign, Val: property.Val,
		})
	}
	for _, path := range wanted {
		if !seen[path] {
			seen[path] = true
			changes = append(changes, types.PropertyChange{Name: path, Op: types.PropertyChangeOpAssign})
		}
	}
	return changes
}

func objects(refs []types.ManagedObjectReference) []types.ObjectSpec {
	specs := make([]types.ObjectSpec, 0, len(refs))
	for _, ref := range refs {
		specs = append(specs, types.ObjectSpec{Obj: ref})
	}
	return specs
}

// retrieve reads objects. Those that do not exist, or that the account may not read, are left out.
func retrieve(ctx *simulator.Context, spec types.PropertyFilterSpec) []types.ObjectContent {
	spec.ReportMissingObjectsInResults = types.NewBool(true)
	body := new(simulator.PropertyCollector).RetrievePropertiesEx(ctx, &types.RetrievePropertiesEx{
		SpecSet: []types.PropertyFilterSpec{spec},
	}).(*methods.RetrievePropertiesExBody)
	if body.Res == nil || body.Res.Returnval == nil {
		return nil
	}
	return rightsOf(ctx).contents(ctx, body.Res.Returnval.Objects, nil)
}
