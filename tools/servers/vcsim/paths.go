package main

import (
	"reflect"
	"strings"
	"sync"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// RetrievePropertiesEx rejects wrong paths, as vCenter does; the simulator reports them as missing. It also leaves out
// objects that the account may not read.
func (c *collector) RetrievePropertiesEx(ctx *simulator.Context, request *types.RetrievePropertiesEx) soap.HasFault {
	if ctx.Session == nil {
		return c.PropertyCollector.RetrievePropertiesEx(ctx, request)
	}
	asked := make(map[types.ManagedObjectReference]bool)
	for _, spec := range request.SpecSet {
		if fault := validatePaths(spec); fault != nil {
			return &methods.RetrievePropertiesExBody{Fault_: fault}
		}
		for _, object := range spec.ObjectSet {
			asked[object.Obj] = true
			if fault := refusal(ctx, object.Obj); fault != nil {
				return &methods.RetrievePropertiesExBody{Fault_: fault}
			}
		}
	}
	body := c.PropertyCollector.RetrievePropertiesEx(ctx, request).(*methods.RetrievePropertiesExBody)
	if body.Res != nil && body.Res.Returnval != nil {
		body.Res.Returnval.Objects = rightsOf(ctx).contents(ctx, body.Res.Returnval.Objects, asked)
	}
	return body
}

// refusal returns the fault of a direct read, or nil if the account may read the object.
func refusal(ctx *simulator.Context, ref types.ManagedObjectReference) *soap.Fault {
	rights := rightsOf(ctx)
	if !rights.refuse() || ctx.Session.Get(ref) == nil || !rights.hide(ctx, ref) {
		return nil
	}
	return simulator.Fault("Permission to perform this operation was denied.", noPermission(ref))
}

// validate returns a fault if a filter has wrong paths or missing objects.
func validate(ctx *simulator.Context, spec types.PropertyFilterSpec) *soap.Fault {
	tolerant := spec.ReportMissingObjectsInResults != nil && *spec.ReportMissingObjectsInResults
	for _, object := range spec.ObjectSet {
		if ctx.Session.Get(object.Obj) == nil && !tolerant {
			return simulator.Fault("The object has already been deleted or has not been completely created",
				&types.ManagedObjectNotFound{Obj: object.Obj})
		}
	}
	return validatePaths(spec)
}

func validatePaths(spec types.PropertyFilterSpec) *soap.Fault {
	for _, properties := range spec.PropSet {
		kind := managedType(properties.Type)
		for _, path := range properties.PathSet {
			if kind != nil && !hasPath(kind, path) {
				return simulator.Fault("", &types.InvalidProperty{Name: path})
			}
		}
	}
	return nil
}

// managedType returns the type of the managed object with that name, or nil if govmomi does not have it.
func managedType(name string) (found reflect.Type) {
	if known, ok := managedTypes.Load(name); ok {
		return known.(reflect.Type)
	}
	defer func() {
		if recover() != nil { // govmomi panics if it does not have the name
			found = nil
		}
	}()
	object, err := mo.ObjectContentToType(types.ObjectContent{
		Obj: types.ManagedObjectReference{Type: name, Value: "any"},
	})
	if err != nil {
		return nil
	}
	found = reflect.TypeOf(object)
	managedTypes.Store(name, found)
	return found
}

var managedTypes sync.Map

// isA returns true if objects of a type have the properties of another type.
func isA(kind, wanted string) bool {
	if kind == wanted {
		return true
	}
	t := managedType(kind)
	if t == nil || t.Kind() != reflect.Struct {
		return false
	}
	field, ok := t.FieldByName(wanted)
	return ok && field.Anonymous
}

// hasPath returns true if a type has a dotted path. It does not check parts after an interface or a key.
func hasPath(t reflect.Type, path string) bool {
	for _, name := range strings.Split(path, ".") {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() == reflect.Interface {
			return true
		}
		name, _, keyed := strings.Cut(name, "[")
		if t.Kind() != reflect.Struct || name == "" {
			return false
		}
		field, ok := t.FieldByName(strings.ToUpper(name[:1]) + name[1:])
		if !ok {
			return false
		}
		if keyed {
			return true
		}
		t = field.Type
	}
	return true
}
