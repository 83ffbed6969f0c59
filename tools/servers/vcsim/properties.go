package main

import (
	"path"
	"reflect"
	"strings"

	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// properties returns all set properties of a managed object, as a retrieval of "all" does. It copies nothing, so the
// caller must hold the lock of the object while it uses them. The retrieval of the simulator takes ten times as long.
func properties(object mo.Reference) []types.DynamicProperty {
	var set []types.DynamicProperty
	collectProperties(managed(object), &set)
	return set
}

// managed returns the value of package mo that is the first embedded field of a simulator type.
func managed(object mo.Reference) reflect.Value {
	value := reflect.ValueOf(object).Elem()
	for path.Base(value.Type().PkgPath()) != "mo" {
		value = reflect.Indirect(value.Field(0))
	}
	return value
}

func collectProperties(value reflect.Value, set *[]types.DynamicProperty) {
	for i := range value.NumField() {
		field, of := value.Type().Field(i), value.Field(i)
		switch {
		case field.Name == "Self" || !field.IsExported():
		case field.Anonymous:
			collectProperties(of, set)
		case !unset(of):
			name := strings.ToLower(field.Name[:1]) + field.Name[1:]
			*set = append(*set, types.DynamicProperty{Name: name, Val: onTheWire(reflect.Indirect(of))})
		}
	}
}

func unset(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		return value.IsNil()
	case reflect.String, reflect.Slice:
		return value.Len() == 0
	default:
		return false
	}
}

var arrayNames = map[string]string{
	"string": "String", "uint8": "Byte", "int16": "Short", "int32": "Int", "int64": "Long", "bool": "Boolean",
}

// onTheWire returns the value, and converts a slice to its ArrayOf type of vim25.
func onTheWire(value reflect.Value) any {
	if value.Kind() != reflect.Slice {
		return value.Interface()
	}
	name := strings.TrimPrefix(value.Type().Elem().Name(), "Base")
	if basic, ok := arrayNames[name]; ok {
		name = basic
	}
	kind, ok := types.TypeFunc()("ArrayOf" + name)
	if !ok {
		panic("no array type for " + value.Type().String())
	}
	array := reflect.New(kind)
	field := array.Elem().FieldByName(name)
	field.Set(value.Convert(field.Type()))
	return array.Interface()
}
