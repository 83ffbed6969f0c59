package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// field is an element of a type, a parameter of a method or a property of a managed object.
type field struct {
	name, kind string
	count      string // "" exactly one, "?" optional, "*" any number, "+" at least one
}

// composite is a type with elements, or a managed object with properties.
type composite struct {
	base   string
	fields []field
}

// api contains the definitions in the sources, with the names of the wire format.
type api struct {
	types    map[string]composite
	enums    map[string][]string
	objects  map[string]composite
	subtypes map[string][]string
}

// parse reads the folders types and mo of govmomi's vim25.
func parse(vim25 string) (*api, error) {
	read := &api{map[string]composite{}, map[string][]string{}, map[string]composite{}, map[string][]string{}}
	for _, file := range []string{"types/types.go", "types/enum.go", "mo/mo.go"} {
		found := read.types
		if strings.HasPrefix(file, "mo/") {
			found = read.objects
		}
		if err := read.read(filepath.Join(vim25, file), found); err != nil {
			return nil, err
		}
	}
	read.link()
	view := read.objects["ManagedObjectView"] // govmomi does not declare that it is a View
	read.objects["ManagedObjectView"] = composite{"View", view.fields}
	return read, nil
}

// extend reads the types of another API that uses vim25, such as CNS. Its types with the same name replace those of
// vim25. govmomi has no managed objects for CNS.
func (a *api) extend(folder string) error {
	for _, file := range []string{"types/types.go", "types/enum.go"} {
		if err := a.read(filepath.Join(folder, file), a.types); err != nil {
			return err
		}
	}
	a.objects["CnsVolumeManager"] = composite{}
	a.link()
	return nil
}

func (a *api) read(file string, found map[string]composite) error {
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, declaration := range tree.Decls {
		if group, isGroup := declaration.(*ast.GenDecl); isGroup {
			for _, spec := range group.Specs {
				a.add(spec, found)
			}
		}
	}
	return nil
}

// link sets the subtypes of all types.
func (a *api) link() {
	clear(a.subtypes)
	for name, described := range a.types {
		a.subtypes[described.base] = append(a.subtypes[described.base], name)
	}
	delete(a.subtypes, "")
}

func (a *api) add(spec ast.Spec, structs map[string]composite) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		switch shape := spec.Type.(type) {
		case *ast.StructType:
			structs[spec.Name.Name] = describe(shape)
		case *ast.Ident:
			if shape.Name == "string" {
				a.enums[spec.Name.Name] = nil
			}
		}
	case *ast.ValueSpec: // VirtualMachinePowerStatePoweredOn = VirtualMachinePowerState("poweredOn")
		if call, isCall := spec.Values[0].(*ast.CallExpr); isCall {
			if kind, isName := call.Fun.(*ast.Ident); isName {
				value, _ := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
				a.enums[kind.Name] = append(a.enums[kind.Name], value)
			}
		}
	}
}

func describe(shape *ast.StructType) composite {
	var described composite
	for _, member := range shape.Fields.List {
		if len(member.Names) == 0 {
			described.base = strings.TrimPrefix(typeName(member.Type), "DynamicData")
			continue
		}
		if f, isField := element(member); isField {
			described.fields = append(described.fields, f)
		}
	}
	return described
}

// element reads one struct field, such as:
//
//	SelectSet []BaseSelectionSpec `xml:"selectSet,omitempty,typeattr"`
func element(member *ast.Field) (field, bool) {
	if member.Tag == nil {
		return field{}, false
	}
	text, _ := strconv.Unquote(member.Tag.Value)
	tag := reflect.StructTag(text)
	name, options, _ := strings.Cut(tag.Get("xml")+tag.Get("mo"), ",")
	if name == "" {
		return field{}, false
	}
	list, isList := member.Type.(*ast.ArrayType)
	_, isPointer := member.Type.(*ast.StarExpr)
	optional := isPointer || strings.Contains(options, "omitempty")
	switch {
	case isList && typeName(list.Elt) == "byte":
		return field{name, "base64Binary", mark(optional, "?", "")}, true
	case isList:
		isProperty := tag.Get("mo") != ""
		return field{name, typeName(list.Elt), mark(optional || isProperty, "*", "+")}, true
	default:
		return field{name, typeName(member.Type), mark(optional, "?", "")}, true
	}
}

func mark(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

var schemaNames = map[string]string{
	"bool": "boolean", "int8": "byte", "int16": "short", "int32": "int", "int64": "long", "float32": "float",
	"float64": "double", "Time": "dateTime", "AnyType": "anyType",
}

// typeName returns the name in the wire format. An interface such as BaseSelectionSpec stands for its type.
func typeName(expression ast.Expr) string {
	switch shape := expression.(type) {
	case *ast.StarExpr:
		return typeName(shape.X)
	case *ast.SelectorExpr:
		return typeName(shape.Sel)
	case *ast.Ident:
		if renamed, isPlain := schemaNames[shape.Name]; isPlain {
			return renamed
		}
		return strings.TrimPrefix(shape.Name, "Base")
	default:
		return "anyType"
	}
}
