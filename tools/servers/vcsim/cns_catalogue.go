package main

import (
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/vmware/govmomi/cns"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
	vslm "github.com/vmware/govmomi/vslm/methods"
	vslmsimulator "github.com/vmware/govmomi/vslm/simulator"
	vslmtypes "github.com/vmware/govmomi/vslm/types"
)

// The catalogue of First Class Disks, as clients see it: per datastore at /sdk, and that of the whole vCenter at /vslm.
//
// Rules from the documentation of VcenterVStorageObjectManager: NotFound if the disk is not in this datastore, even if
// it is in another one; InvalidDatastore, of which InaccessibleDatastore is one, if the datastore is inaccessible; and
// Datastore.FileManagement is needed on the datastore. What the global catalogue answers for a datastore that is
// inaccessible is a guess: the same.

// catalogue says which disks clients see while it is stale. Its lock is the last one that a thread takes.
type catalogue struct {
	mu    sync.Mutex
	stale map[types.ManagedObjectReference]map[types.ID]bool // by datastore; nil if it is not stale
}

// lists returns true if the catalogue has a disk, as far as it is stale.
func (c *catalogue) lists(store types.ManagedObjectReference, id types.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	disks, isStale := c.stale[store]
	return !isStale || disks[id]
}

// reconcile makes the catalogue of a datastore the current one, or that of all datastores.
func (c *catalogue) reconcile(store *types.ManagedObjectReference) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if store == nil {
		c.stale = nil
		return
	}
	delete(c.stale, *store)
}

// backup is what a backup of vCenter contains of CNS and of the catalogue. Disks and devices are not in it: they are on
// datastores and hosts.
type backup struct {
	volumes map[string]volume
	disks   map[types.ManagedObjectReference]map[types.ID]bool
}

// backUp takes a backup.
func (m *volumeManager) backUp() nothing {
	taken := &backup{
		volumes: make(map[string]volume), disks: make(map[types.ManagedObjectReference]map[types.ID]bool),
	}
	for id, v := range m.volumes {
		taken.volumes[id] = *v
	}
	for _, store := range m.ctx.Map.All("Datastore") {
		taken.disks[store.Reference()] = make(map[types.ID]bool)
	}
	m.withCatalog(func(disks diskCatalog) {
		for store, of := range disks {
			for id := range of {
				taken.disks[store][id] = true
			}
		}
	})
	m.backup = taken
	return nothing{}
}

type restoreRequest struct {
	Volumes   bool `json:"volumes"`   // what CNS knows
	Catalogue bool `json:"catalogue"` // stale until it is reconciled
}

// restoreBackup makes CNS or the catalogue as they were when the backup was taken, as a vCenter that is restored from it. CNS
// then has volumes whose disks were deleted since, and lacks those that were created; tasks and VMs stay.
func (m *volumeManager) restoreBackup(request restoreRequest) (nothing, error) {
	if m.backup == nil {
		return nothing{}, errors.New("there is no backup: take one before")
	}
	if request.Volumes {
		m.volumes = make(map[string]*volume)
		for id, v := range m.backup.volumes {
			m.volumes[id] = &v
		}
	}
	if request.Catalogue {
		m.catalogue.mu.Lock()
		defer m.catalogue.mu.Unlock()
		m.catalogue.stale = make(map[types.ManagedObjectReference]map[types.ID]bool)
		for store, disks := range m.backup.disks {
			m.catalogue.stale[store] = maps.Clone(disks)
		}
	}
	return nothing{}, nil
}

// reconcile makes the catalogue the current one, as vCenter does after a while.
func (m *volumeManager) reconcile() nothing {
	m.catalogue.reconcile(nil)
	return nothing{}
}

// notInCatalogue returns the fault of an attach of a disk that the catalogue does not have, or nil. The call fails:
// vsphere-csi-driver issues 1274 and 2522, PR 1219.
func (m *volumeManager) notInCatalogue(specs []cnstypes.CnsVolumeAttachDetachSpec) *soap.Fault {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, spec := range specs {
		disk, store := m.disk(spec.VolumeId.Id)
		if m.known(spec.VolumeId.Id) != nil && disk != nil && !m.catalogue.lists(store.Self, disk.Config.Id) {
			text := fmt.Sprintf("CNS: Failed to retrieve datastore for vol %s. ", spec.VolumeId.Id)
			return simulator.Fault(text, new(types.NotFound))
		}
	}
	return nil
}

// volumesOf returns the volume manager of a vCenter, or nil with -stock-cns.
func volumesOf(ctx *simulator.Context) *volumeManager {
	own := ctx.For(cns.Path).Map
	if own == nil {
		return nil
	}
	m, _ := own.Get(cns.CnsVolumeManagerInstance).(*volumeManager)
	return m
}

// catalogueOf returns the catalogue of a vCenter. With -stock-cns it is never stale.
func catalogueOf(ctx *simulator.Context) *catalogue {
	if m := volumesOf(ctx); m != nil {
		return m.catalogue
	}
	return new(catalogue)
}

// diskManager is the VcenterVStorageObjectManager of a session. That of the simulator knows no rights and no datastore
// that is inaccessible.
type diskManager struct {
	*simulator.VcenterVStorageObjectManager
}

// readable returns the fault for which a client cannot read the disks of a datastore, or nil.
func readable(ctx *simulator.Context, ref types.ManagedObjectReference) types.BaseMethodFault {
	store := get[simulator.Datastore](ctx, ref)
	if store == nil {
		return &types.ManagedObjectNotFound{Obj: ref}
	}
	if rights := rightsOf(ctx); rights.hide(ctx, ref) {
		return noPermission(ref)
	} else if !rights.grants(ctx, ref, fileManagement) {
		return &types.NoPermission{Object: &ref, PrivilegeId: fileManagement}
	}
	if !store.Summary.Accessible {
		return inaccessible(store)
	}
	return nil
}

func (d *diskManager) RetrieveVStorageObject(ctx *simulator.Context, request *types.RetrieveVStorageObject) soap.HasFault {
	fault := readable(ctx, request.Datastore)
	if fault == nil && !catalogueOf(ctx).lists(request.Datastore, request.Id) {
		fault = new(types.NotFound)
	}
	if fault != nil {
		return &methods.RetrieveVStorageObjectBody{Fault_: simulator.Fault("", fault)}
	}
	return d.VcenterVStorageObjectManager.RetrieveVStorageObject(ctx, request)
}

func (d *diskManager) ListVStorageObject(ctx *simulator.Context, request *types.ListVStorageObject) soap.HasFault {
	body := new(methods.ListVStorageObjectBody)
	if fault := readable(ctx, request.Datastore); fault != nil {
		body.Fault_ = simulator.Fault("", fault)
		return body
	}
	body.Res = new(types.ListVStorageObjectResponse)
	c := catalogueOf(ctx)
	c.mu.Lock()
	stale, isStale := c.stale[request.Datastore]
	stale = maps.Clone(stale)
	c.mu.Unlock()
	if !isStale {
		return d.VcenterVStorageObjectManager.ListVStorageObject(request)
	}
	for id := range stale {
		body.Res.Returnval = append(body.Res.Returnval, id)
	}
	return body
}

// ReconcileDatastoreInventoryTask also ends that the catalogue of the datastore is stale.
func (d *diskManager) ReconcileDatastoreInventoryTask(ctx *simulator.Context, request *types.ReconcileDatastoreInventory_Task) soap.HasFault {
	if fault := readable(ctx, request.Datastore); fault != nil {
		return &methods.ReconcileDatastoreInventory_TaskBody{Fault_: simulator.Fault("", fault)}
	}
	catalogueOf(ctx).reconcile(&request.Datastore)
	return d.VcenterVStorageObjectManager.ReconcileDatastoreInventoryTask(ctx, request)
}

// globalCatalogue is the VslmVStorageObjectManager. That of the simulator knows no rights, and returns InvalidArgument
// for a disk that it does not have.
type globalCatalogue struct {
	*vslmsimulator.VStorageObjectManager
}

// useGlobalCatalogue replaces the handler of the catalogue. The simulator calls it before each method.
func useGlobalCatalogue(ctx *simulator.Context, method *simulator.Method) (mo.Reference, types.BaseMethodFault) {
	if stock, ok := ctx.Map.Get(method.This).(*vslmsimulator.VStorageObjectManager); ok {
		return &globalCatalogue{stock}, nil
	}
	return nil, nil
}

func (g *globalCatalogue) VslmRetrieveVStorageObject(ctx *simulator.Context, request *vslmtypes.VslmRetrieveVStorageObject) soap.HasFault {
	body := new(vslm.VslmRetrieveVStorageObjectBody)
	vim := ctx.For(vim25.Path)
	manager := vim.Map.VStorageObjectManager()
	var found *types.VStorageObject
	var store types.ManagedObjectReference
	vim.WithLock(manager, func() {
		for ref, disks := range manager.Catalog() {
			if disk, ok := disks[request.Id]; ok {
				copied := disk.VStorageObject
				found, store = &copied, ref
			}
		}
	})
	var fault types.BaseMethodFault = new(types.NotFound)
	if found != nil && catalogueOf(ctx).lists(store, request.Id) {
		fault = readable(vim, store)
	}
	if fault != nil {
		body.Fault_ = simulator.Fault("", fault)
		return body
	}
	body.Res = &vslmtypes.VslmRetrieveVStorageObjectResponse{Returnval: *found}
	return body
}
