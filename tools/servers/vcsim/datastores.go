package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// mount makes a host mount a datastore of its datacenter. It creates the datastore if it does not exist.
func (c *vcenter) mount(ctx *simulator.Context, host *simulator.HostSystem, name string) error {
	store := findDatastore(ctx, datacenterOf(ctx, host), name)
	if store == nil {
		return c.newDatastore(ctx, host, name)
	}
	if slices.ContainsFunc(store.Host, func(mount types.DatastoreHostMount) bool { return mount.Key == host.Self }) {
		return nil
	}
	mounts := append(slices.Clone(store.Host), types.DatastoreHostMount{Key: host.Self, MountInfo: types.HostMountInfo{
		AccessMode: string(types.HostMountModeReadWrite), Mounted: types.NewBool(true), Accessible: types.NewBool(true),
	}})
	setMounts(ctx, store, mounts)
	setDatastores(ctx, host, with(host.Datastore, store.Self))
	return nil
}

func (c *vcenter) newDatastore(ctx *simulator.Context, host *simulator.HostSystem, name string) error {
	url := newDatastoreURL()
	if err := c.makeDirectory(url); err != nil {
		return err
	}
	system := get[simulator.HostDatastoreSystem](ctx, *host.ConfigManager.DatastoreSystem)
	err := failure(system.CreateLocalDatastore(ctx, &types.CreateLocalDatastore{This: system.Self, Name: name, Path: url}))
	if err != nil {
		return err
	}
	store := findDatastore(ctx, datacenterOf(ctx, host), name)
	setMounts(ctx, store, store.Host)
	setDatastores(ctx, host, with(host.Datastore)) // the simulator does this without a notification
	if c.cns != nil {
		c.cns.mu.Lock()
		defer c.cns.mu.Unlock()
		c.cns.showSpace(store)
	}
	return nil
}

// setMounts replaces the mounts of a datastore, and notifies the collectors. A datastore that no host reaches is not
// accessible.
func setMounts(ctx *simulator.Context, store *simulator.Datastore, mounts []types.DatastoreHostMount) {
	ctx.WithLock(store, func() {
		ctx.Update(store, []types.PropertyChange{
			{Name: "host", Val: slices.Clone(mounts)},
			{Name: "summary.accessible", Val: slices.ContainsFunc(mounts, reachesHost)},
			{Name: "summary.multipleHostAccess", Val: len(mounts) > 1},
		})
	})
}

// setDatastores replaces the datastores of a host, and of its cluster.
func setDatastores(ctx *simulator.Context, host *simulator.HostSystem, refs []types.ManagedObjectReference) {
	ctx.WithLock(host, func() {
		ctx.Update(host, []types.PropertyChange{{Name: "datastore", Val: refs}})
	})
	system := get[simulator.HostDatastoreSystem](ctx, *host.ConfigManager.DatastoreSystem)
	ctx.WithLock(system, func() { system.Datastore = refs })
	cluster := get[simulator.ClusterComputeResource](ctx, *host.Parent)
	if cluster == nil {
		return
	}
	var all []types.ManagedObjectReference
	for _, ref := range cluster.Host {
		for _, store := range get[simulator.HostSystem](ctx, ref).Datastore {
			all = adding(store)(all)
		}
	}
	ctx.WithLock(cluster, func() {
		ctx.Update(cluster, []types.PropertyChange{{Name: "datastore", Val: with(all)}})
	})
}

type mountSpec struct {
	Host       string `json:"host"` // name or moref; it must mount the datastore
	ReadOnly   *bool  `json:"readOnly"`
	Mounted    *bool  `json:"mounted"`
	Accessible *bool  `json:"accessible"`
	// Remove removes the mount, as if the host had never had it.
	Remove bool `json:"remove"`
}

// changeMount changes how a host mounts a datastore.
func changeMount(ctx *simulator.Context, store *simulator.Datastore, spec mountSpec) error {
	host := findHost(ctx, spec.Host)
	at := slices.IndexFunc(store.Host, func(mount types.DatastoreHostMount) bool { return host != nil && mount.Key == host.Self })
	if at < 0 {
		return fmt.Errorf("host %q does not mount it", spec.Host)
	}
	mounts := slices.Clone(store.Host)
	if spec.Remove {
		setMounts(ctx, store, slices.Delete(mounts, at, at+1))
		setDatastores(ctx, host, removing(store.Self)(host.Datastore))
		return nil
	}
	info := &mounts[at].MountInfo
	if spec.ReadOnly != nil {
		info.AccessMode = string(types.HostMountModeReadWrite)
		if *spec.ReadOnly {
			info.AccessMode = string(types.HostMountModeReadOnly)
		}
	}
	if spec.Mounted != nil {
		info.Mounted = spec.Mounted
	}
	if spec.Accessible != nil {
		info.Accessible, info.InaccessibleReason = spec.Accessible, ""
		if !*spec.Accessible {
			info.InaccessibleReason = string(types.HostMountInfoInaccessibleReasonAllPathsDown_Start)
		}
	}
	setMounts(ctx, store, mounts)
	return nil
}

type podRequest struct {
	Datacenter string   `json:"datacenter"`
	Name       string   `json:"name"`
	Datastores []string `json:"datastores"` // names of those that it contains from now on; others leave it
}

type podAnswer struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Datacenter string   `json:"datacenter"`
	Datastores []string `json:"datastores"` // names
}

// changePod creates a datastore cluster if it does not exist, and sets its datastores.
func (c *vcenter) changePod(request podRequest) (podAnswer, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	datacenter := findDatacenter(ctx, request.Datacenter)
	if datacenter == nil {
		return podAnswer{}, fmt.Errorf("no datacenter %q", request.Datacenter)
	}
	var members []*simulator.Datastore
	for _, name := range request.Datastores {
		store := findDatastore(ctx, datacenter, name)
		if store == nil {
			return podAnswer{}, fmt.Errorf("no datastore %q", name)
		}
		members = append(members, store)
	}
	folder := get[simulator.Folder](ctx, datacenter.DatastoreFolder)
	pod, _ := ctx.Map.FindByName(request.Name, folder.ChildEntity).(*simulator.StoragePod)
	if pod == nil {
		made := folder.CreateStoragePod(ctx, &types.CreateStoragePod{This: folder.Self, Name: request.Name})
		if err := failure(made); err != nil {
			return podAnswer{}, err
		}
		pod = get[simulator.StoragePod](ctx, made.(*methods.CreateStoragePodBody).Res.Returnval)
	}
	for _, ref := range with(pod.ChildEntity) {
		moveDatastore(ctx, get[simulator.Datastore](ctx, ref), folder.Self)
	}
	for _, store := range members {
		moveDatastore(ctx, store, pod.Self)
	}
	return describePod(ctx, pod), nil
}

func moveDatastore(ctx *simulator.Context, store *simulator.Datastore, to types.ManagedObjectReference) {
	rewriteMembers(ctx, *store.Parent, removing(store.Self))
	ctx.WithLock(store, func() {
		ctx.Update(store, []types.PropertyChange{{Name: "parent", Val: to}})
	})
	rewriteMembers(ctx, to, adding(store.Self))
}

// listPods returns all datastore clusters.
func (c *vcenter) listPods() ([]podAnswer, error) {
	ctx := c.context()
	answer := []podAnswer{}
	for _, each := range ctx.Map.All("StoragePod") {
		if pod, ok := each.(*simulator.StoragePod); ok {
			answer = append(answer, describePod(ctx, pod))
		}
	}
	return answer, nil
}

func describePod(ctx *simulator.Context, pod *simulator.StoragePod) podAnswer {
	answer := podAnswer{ID: pod.Self.Value, Name: pod.Name, Datastores: []string{}}
	if datacenter := datacenterOf(ctx, pod); datacenter != nil {
		answer.Datacenter = datacenter.Name
	}
	for _, ref := range pod.ChildEntity {
		answer.Datastores = append(answer.Datastores, get[simulator.Datastore](ctx, ref).Name)
	}
	return answer
}

// makeDirectory creates the directory of a datastore.
func (c *vcenter) makeDirectory(url string) error {
	directory := directoryOf(url)
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return err
	}
	c.directories = append(c.directories, directory)
	return nil
}

// findDatastore returns a datastore of a datacenter, also one in a datastore cluster, or nil.
func findDatastore(ctx *simulator.Context, datacenter *simulator.Datacenter, name string) *simulator.Datastore {
	folder := get[simulator.Folder](ctx, datacenter.DatastoreFolder)
	for _, ref := range folder.ChildEntity {
		children := []types.ManagedObjectReference{ref}
		if pod := get[simulator.StoragePod](ctx, ref); pod != nil {
			children = pod.ChildEntity
		}
		if found, ok := ctx.Map.FindByName(name, children).(*simulator.Datastore); ok {
			return found
		}
	}
	return nil
}

// datacenterOf returns the datacenter that contains an object, or nil.
func datacenterOf(ctx *simulator.Context, entity mo.Entity) *simulator.Datacenter {
	for entity != nil {
		if datacenter, ok := entity.(*simulator.Datacenter); ok {
			return datacenter
		}
		parent := entity.Entity().Parent
		if parent == nil {
			return nil
		}
		entity, _ = ctx.Map.Get(*parent).(mo.Entity)
	}
	return nil
}
