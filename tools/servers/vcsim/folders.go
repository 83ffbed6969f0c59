package main

import (
	"fmt"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

type foldersRequest struct {
	Datacenter string   `json:"datacenter"`
	Parent     string   `json:"parent"` // moref; if empty, the root VM folder of the datacenter
	Names      []string `json:"names"`
}

// foldersAnswer contains the morefs in the order of the request.
type foldersAnswer struct {
	IDs []string `json:"ids"`
}

// addFolders creates VM folders in another folder.
func (c *vcenter) addFolders(request foldersRequest) (foldersAnswer, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	datacenter := findDatacenter(ctx, request.Datacenter)
	if datacenter == nil {
		return foldersAnswer{}, fmt.Errorf("no datacenter %q", request.Datacenter)
	}
	below := datacenter.VmFolder
	if request.Parent != "" {
		below.Value = request.Parent
	}
	parent := get[simulator.Folder](ctx, below)
	if parent == nil {
		return foldersAnswer{}, fmt.Errorf("no folder %q", request.Parent)
	}
	answer := foldersAnswer{IDs: []string{}}
	for _, name := range request.Names {
		made := parent.CreateFolder(ctx, &types.CreateFolder{This: parent.Self, Name: name})
		if err := failure(made); err != nil {
			return foldersAnswer{}, fmt.Errorf("folder %s: %w", name, err)
		}
		answer.IDs = append(answer.IDs, made.(*methods.CreateFolderBody).Res.Returnval.Value)
	}
	return answer, nil
}

type poolsRequest struct {
	Parent string   `json:"parent"` // moref
	Names  []string `json:"names"`
}

// addPools creates resource pools in another pool.
func (c *vcenter) addPools(request poolsRequest) (foldersAnswer, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	parent := get[simulator.ResourcePool](ctx, poolRef(request.Parent))
	if parent == nil {
		return foldersAnswer{}, fmt.Errorf("no resource pool %q", request.Parent)
	}
	answer := foldersAnswer{IDs: []string{}}
	for _, name := range request.Names {
		made := parent.CreateResourcePool(ctx, &types.CreateResourcePool{
			This: parent.Self, Name: name, Spec: types.DefaultResourceConfigSpec(),
		})
		if err := failure(made); err != nil {
			return foldersAnswer{}, fmt.Errorf("pool %s: %w", name, err)
		}
		answer.IDs = append(answer.IDs, made.(*methods.CreateResourcePoolBody).Res.Returnval.Value)
	}
	return answer, nil
}

func poolRef(value string) types.ManagedObjectReference {
	return types.ManagedObjectReference{Type: "ResourcePool", Value: value}
}

// members returns the name of the property that lists VMs, and its value.
func members(object mo.Reference) (string, []types.ManagedObjectReference) {
	switch o := object.(type) {
	case *simulator.Folder:
		return "childEntity", o.ChildEntity
	case *simulator.StoragePod:
		return "childEntity", o.ChildEntity
	case *simulator.HostSystem:
		return "vm", o.Vm
	case *simulator.ResourcePool:
		return "vm", o.Vm
	case *simulator.Datastore:
		return "vm", o.Vm
	case *mo.Network:
		return "vm", o.Vm
	default:
		panic(fmt.Sprintf("%T lists no VMs", object))
	}
}
