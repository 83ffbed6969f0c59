package main

import (
	"slices"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// The privileges that CNS checks, beside those of attach and detach.
const (
	fileManagement = "Datastore.FileManagement" // on the datastore of a volume
	cnsSearchable  = "Cns.Searchable"           // on the root folder
)

type privilegesRequest struct {
	Missing []missingPrivileges `json:"missing"`
}

// missingPrivileges are privileges that the account does not have on an object and on all objects below.
type missingPrivileges struct {
	Type       string   `json:"type"`
	ID         string   `json:"id"`
	Privileges []string `json:"privileges"` // as in Datastore.FileManagement
}

// setPrivileges replaces the privileges that the account does not have. It has all others.
func (c *vcenter) setPrivileges(request privilegesRequest) (nothing, error) {
	missing := make(map[types.ManagedObjectReference][]string)
	for _, each := range request.Missing {
		ref := objectRef{Type: each.Type, ID: each.ID}.reference()
		missing[ref] = append(missing[ref], each.Privileges...)
	}
	r := rightsOf(c.context())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.missing = missing
	return nothing{}, nil
}

// grants returns true if the account has a privilege on an object.
func (r *rights) grants(ctx *simulator.Context, ref types.ManagedObjectReference, privilege string) bool {
	if r.hide(ctx, ref) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.missing) > 0 {
		if slices.Contains(r.missing[ref], privilege) {
			return false
		}
		entity, ok := ctx.Map.Get(ref).(mo.Entity)
		if !ok || entity.Entity().Parent == nil {
			return true
		}
		ref = *entity.Entity().Parent
	}
	return true
}

// authorizationManager is the AuthorizationManager of a session. That of the simulator grants everything.
type authorizationManager struct {
	*simulator.AuthorizationManager
}

func (m *authorizationManager) HasPrivilegeOnEntities(ctx *simulator.Context, request *types.HasPrivilegeOnEntities) soap.HasFault {
	found, fault := privilegesOn(ctx, request.Entity, request.PrivId)
	if fault != nil {
		return &methods.HasPrivilegeOnEntitiesBody{Fault_: fault}
	}
	return &methods.HasPrivilegeOnEntitiesBody{Res: &types.HasPrivilegeOnEntitiesResponse{Returnval: found}}
}

func (m *authorizationManager) HasUserPrivilegeOnEntities(ctx *simulator.Context, request *types.HasUserPrivilegeOnEntities) soap.HasFault {
	found, fault := privilegesOn(ctx, request.Entities, request.PrivId)
	if fault != nil {
		return &methods.HasUserPrivilegeOnEntitiesBody{Fault_: fault}
	}
	return &methods.HasUserPrivilegeOnEntitiesBody{Res: &types.HasUserPrivilegeOnEntitiesResponse{Returnval: found}}
}

func (m *authorizationManager) HasPrivilegeOnEntity(ctx *simulator.Context, request *types.HasPrivilegeOnEntity) soap.HasFault {
	found, fault := privilegesOn(ctx, []types.ManagedObjectReference{request.Entity}, request.PrivId)
	if fault != nil {
		return &methods.HasPrivilegeOnEntityBody{Fault_: fault}
	}
	granted := make([]bool, 0, len(request.PrivId))
	for _, each := range found[0].PrivAvailability {
		granted = append(granted, each.IsGranted)
	}
	return &methods.HasPrivilegeOnEntityBody{Res: &types.HasPrivilegeOnEntityResponse{Returnval: granted}}
}

func privilegesOn(ctx *simulator.Context, entities []types.ManagedObjectReference, privileges []string) ([]types.EntityPrivilege, *soap.Fault) {
	rights := rightsOf(ctx)
	found := make([]types.EntityPrivilege, 0, len(entities))
	for _, ref := range entities {
		if ctx.Map.Get(ref) == nil {
			return nil, simulator.Fault("", &types.ManagedObjectNotFound{Obj: ref})
		}
		each := types.EntityPrivilege{Entity: ref}
		for _, privilege := range privileges {
			each.PrivAvailability = append(each.PrivAvailability, types.PrivilegeAvailability{
				PrivId: privilege, IsGranted: rights.grants(ctx, ref, privilege),
			})
		}
		found = append(found, each)
	}
	return found, nil
}
