package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/object"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vmdk"
)

// diskCatalog contains the FCDs of the VStorageObjectManager, by datastore and id.
type diskCatalog = map[types.ManagedObjectReference]map[types.ID]*simulator.VStorageObject

// space is the space of a datastore. Its FCDs use it with their full capacity, as if no disk were thin, and
// with their snapshots.
type space struct {
	CapacityMb int64 `xml:"capacityMb"`
	OtherMb    int64 `xml:"otherMb"` // that other files use
}

const usualCapacityMb = 1 << 20

// withCatalog calls a function that reads or changes the FCDs. mu is held.
func (m *volumeManager) withCatalog(use func(diskCatalog)) {
	manager := m.ctx.Map.VStorageObjectManager()
	m.ctx.WithLock(manager, func() { use(manager.Catalog()) })
}

// disk returns an FCD and its datastore, or nil. mu is held.
func (m *volumeManager) disk(id string) (found *simulator.VStorageObject, store *simulator.Datastore) {
	m.withCatalog(func(catalog diskCatalog) {
		for ref, disks := range catalog {
			if disk, ok := disks[types.ID{Id: id}]; ok {
				found, store = disk, get[simulator.Datastore](m.ctx, ref)
			}
		}
	})
	return found, store
}

func (m *volumeManager) datastoreOf(v *volume) types.ManagedObjectReference {
	if _, store := m.disk(v.ID); store != nil {
		return store.Self
	}
	if share := m.shares[v.ID]; share != nil {
		return types.ManagedObjectReference{Type: "Datastore", Value: share.Datastore}
	}
	return types.ManagedObjectReference{}
}

func backingOf(disk *simulator.VStorageObject) *types.BaseConfigInfoDiskFileBackingInfo {
	return disk.Config.Backing.(*types.BaseConfigInfoDiskFileBackingInfo)
}

func urlOf(store *simulator.Datastore) string {
	return store.Info.GetDatastoreInfo().Url
}

// usable returns the fault for which a datastore cannot take a new disk, or nil.
func (m *volumeManager) usable(store *simulator.Datastore, capacityMb int64, policy string) types.BaseMethodFault {
	switch {
	case !rightsOf(m.ctx).grants(m.ctx, store.Self, fileManagement):
		return &types.NoPermission{Object: &store.Self, PrivilegeId: fileManagement}
	case !m.fits(policy, store.Self):
		return cnsFault("The datastore %s is not compatible with the storage policy %s.", store.Name, policy)
	case !store.Summary.Accessible || !slices.ContainsFunc(store.Host, writable):
		return inaccessible(store)
	case store.Summary.MaintenanceMode != string(types.DatastoreSummaryMaintenanceModeStateNormal):
		return &types.InvalidDatastoreState{DatastoreName: store.Name}
	case m.freeMb(store) < capacityMb:
		return &types.NoDiskSpace{Datastore: store.Name}
	default:
		return nil
	}
}

// placeDisk returns the datastore with most free space among those that the client offers, or among all if it offers
// none. If no datastore is usable, it returns the reason for each of them.
func (m *volumeManager) placeDisk(offered []types.ManagedObjectReference, capacityMb int64, policy string) (*simulator.Datastore, []cnstypes.CnsPlacementResult, types.BaseMethodFault) {
	if len(offered) == 0 {
		for _, each := range m.ctx.Map.All("Datastore") {
			offered = append(offered, each.Reference())
		}
	}
	var best *simulator.Datastore
	var rejected []cnstypes.CnsPlacementResult
	var why types.BaseMethodFault
	for _, ref := range offered {
		store := get[simulator.Datastore](m.ctx, ref)
		if store == nil {
			return nil, nil, &types.ManagedObjectNotFound{Obj: ref}
		}
		fault := m.usable(store, capacityMb, policy)
		if fault == nil {
			if best == nil || m.freeMb(store) > m.freeMb(best) {
				best = store
			}
			continue
		}
		rejected = append(rejected, cnstypes.CnsPlacementResult{
			Datastore: ref, PlacementFaults: []*types.LocalizedMethodFault{localized(fault)},
		})
		if _, full := fault.(*types.NoDiskSpace); full || why == nil {
			why = fault
		}
	}
	if best != nil {
		return best, nil, nil
	}
	if why == nil {
		why = cnsFault("There is no datastore.")
	}
	return nil, rejected, why
}

func inaccessible(store *simulator.Datastore) types.BaseMethodFault {
	return &types.InaccessibleDatastore{InvalidDatastore: types.InvalidDatastore{Datastore: &store.Self, Name: store.Name}}
}

// mountedOn returns true if a host can write to a datastore.
func mountedOn(store *simulator.Datastore, host types.ManagedObjectReference) bool {
	return slices.ContainsFunc(store.Host, func(mount types.DatastoreHostMount) bool {
		return mount.Key == host && writable(mount)
	})
}

func writable(mount types.DatastoreHostMount) bool {
	return reachesHost(mount) && mount.MountInfo.AccessMode != string(types.HostMountModeReadOnly)
}

func reachesHost(mount types.DatastoreHostMount) bool {
	info := mount.MountInfo
	return (info.Accessible == nil || *info.Accessible) && (info.Mounted == nil || *info.Mounted)
}

func (m *volumeManager) spaceOf(store *simulator.Datastore) *space {
	s, ok := m.spaces[store.Self.Value]
	if !ok {
		s = &space{CapacityMb: usualCapacityMb}
		m.spaces[store.Self.Value] = s
	}
	return s
}

// freeMb returns the free space of a datastore. mu is held.
func (m *volumeManager) freeMb(store *simulator.Datastore) int64 {
	s := m.spaceOf(store)
	free := s.CapacityMb - s.OtherMb
	m.withCatalog(func(catalog diskCatalog) {
		for _, disk := range catalog[store.Self] {
			free -= disk.Config.CapacityInMB
			if state, ok := m.states[disk.Config.Id.Id]; ok {
				free -= state.snapshotsMb()
			}
		}
	})
	return max(free, 0)
}

// showSpace writes capacity and free space into the properties of a datastore. mu is held.
func (m *volumeManager) showSpace(store *simulator.Datastore) {
	capacity, free := m.spaceOf(store).CapacityMb<<20, m.freeMb(store)<<20
	m.ctx.WithLock(store, func() {
		store.Info.GetDatastoreInfo().FreeSpace = free
		m.ctx.Update(store, []types.PropertyChange{
			{Name: "summary.capacity", Val: capacity}, {Name: "summary.freeSpace", Val: free},
		})
	})
}

// addDisk creates an FCD with its files. mu is held.
func (m *volumeManager) addDisk(store *simulator.Datastore, id, name string, capacityMb int64) types.BaseMethodFault {
	path := "fcd/" + id + ".vmdk"
	if err := writeDisk(fileOf(store, path), capacityMb); err != nil {
		return &types.CannotCreateFile{FileFault: types.FileFault{File: path}}
	}
	config := types.VStorageObjectConfigInfo{CapacityInMB: capacityMb, ConsumptionType: []string{"disk"}}
	config.Id, config.Name, config.CreateTime = types.ID{Id: id}, name, time.Now().UTC()
	config.KeepAfterDeleteVm, config.RelocationDisabled = types.NewBool(true), types.NewBool(false)
	config.NativeSnapshotSupported, config.ChangedBlockTrackingEnabled = types.NewBool(false), types.NewBool(false)
	backing := &types.BaseConfigInfoDiskFileBackingInfo{
		ProvisioningType: string(types.BaseConfigInfoDiskFileBackingInfoProvisioningTypeThin),
	}
	backing.Datastore, backing.BackingObjectId = store.Self, uuid.NewString()
	backing.FilePath = fmt.Sprintf("[%s] %s", store.Name, path)
	config.Backing = backing
	m.putDisk(store.Self, &simulator.VStorageObject{VStorageObject: types.VStorageObject{Config: config}})
	m.showSpace(store)
	return nil
}

func (m *volumeManager) putDisk(store types.ManagedObjectReference, disk *simulator.VStorageObject) {
	m.withCatalog(func(catalog diskCatalog) {
		if catalog[store] == nil {
			catalog[store] = make(map[types.ID]*simulator.VStorageObject)
		}
		catalog[store][disk.Config.Id] = disk
	})
}

// removeDisk deletes an FCD and its files. mu is held.
func (m *volumeManager) removeDisk(id string) {
	disk, store := m.disk(id)
	if disk == nil {
		return
	}
	removeFiles(store, disk)
	m.withCatalog(func(catalog diskCatalog) { delete(catalog[store.Self], disk.Config.Id) })
	delete(m.states, id)
	delete(m.locks, id)
	m.showSpace(store)
}

func removeFiles(store *simulator.Datastore, disk *simulator.VStorageObject) {
	file := fileOf(store, pathOf(disk))
	for _, each := range []string{file, simulator.VirtualDiskBackingFileName(file)} {
		_ = os.Remove(each)
	}
}

func (m *volumeManager) growDisk(store *simulator.Datastore, disk *simulator.VStorageObject, capacityMb int64) {
	_ = writeDisk(fileOf(store, pathOf(disk)), capacityMb)
	m.withCatalog(func(diskCatalog) { disk.Config.CapacityInMB = capacityMb })
	m.showSpace(store)
	m.refreshDevices(disk.Config.Id.Id)
}

// pathOf returns the path of the file of an FCD, relative to its datastore.
func pathOf(disk *simulator.VStorageObject) string {
	var path object.DatastorePath
	path.FromString(backingOf(disk).FilePath)
	return path.Path
}

// writeDisk writes the descriptor of a disk, and an empty file for its content.
func writeDisk(file string, capacityMb int64) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return err
	}
	content := simulator.VirtualDiskBackingFileName(file)
	descriptor, err := os.Create(file)
	if err != nil {
		return err
	}
	defer descriptor.Close()
	extent := vmdk.Extent{Size: capacityMb << 20 / vmdk.SectorSize, Info: filepath.Base(content)}
	if err := vmdk.NewDescriptor(extent).Write(descriptor); err != nil {
		return err
	}
	return os.WriteFile(content, nil, 0o600)
}

// The URL of a datastore has the form of vCenter, ds:///vmfs/volumes/UUID/, and does not change in a restart. The
// simulator uses the URL as the path of a directory, relative to the working directory. So vcsim makes the folder of
// datastoreRoot its working directory, and creates the directories there.

func datastoreRoot() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("vcsim-%d", os.Getpid()))
}

// enterDatastoreRoot makes datastoreRoot the working directory of this process.
func enterDatastoreRoot() error {
	if err := os.MkdirAll(datastoreRoot(), 0o700); err != nil {
		return err
	}
	return os.Chdir(datastoreRoot())
}

// removeDatastoreRoot removes the folder if it contains no datastore.
func removeDatastoreRoot() {
	for _, path := range []string{"ds:/vmfs/volumes", "ds:/vmfs", "ds:", ""} {
		_ = os.Remove(filepath.Join(datastoreRoot(), path))
	}
}

func newDatastoreURL() string {
	return "ds:///vmfs/volumes/" + uuid.NewString() + "/"
}

// directoryOf returns the directory of a datastore.
func directoryOf(datastoreURL string) string {
	parsed, err := url.Parse(datastoreURL)
	if err != nil || parsed.Scheme != "ds" {
		return datastoreURL
	}
	return filepath.Join(datastoreRoot(), "ds:", parsed.Path)
}

func fileOf(store *simulator.Datastore, path string) string {
	return filepath.Join(directoryOf(urlOf(store)), path)
}
