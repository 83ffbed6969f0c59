package main

import (
	"os"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// mount makes a host mount a datastore of its datacenter. It creates the datastore if it does not exist.
func (c *vcenter) mount(ctx *simulator.Context, host *simulator.HostSystem, name string) error {
	url := newDatastoreURL()
	store := findDatastore(ctx, datacenterOf(ctx, host), name)
	if store != nil {
		url = urlOf(store)
		for _, known := range store.Host {
			if known.Key == host.Self {
				return nil
			}
		}
	}
	if err := c.makeDirectory(url); err != nil {
		return err
	}
	system := get[simulator.HostDatastoreSystem](ctx, *host.ConfigManager.DatastoreSystem)
	err := failure(system.CreateLocalDatastore(ctx, &types.CreateLocalDatastore{This: system.Self, Name: name, Path: url}))
	if err != nil {
		return err
	}
	// The simulator adds the datastore to the host without a notification.
	ctx.WithLock(host, func() {
		ctx.Update(host, []types.PropertyChange{{Name: "datastore", Val: with(host.Datastore)}})
	})
	if c.cns != nil {
		c.cns.mu.Lock()
		defer c.cns.mu.Unlock()
		c.cns.showSpace(findDatastore(ctx, datacenterOf(ctx, host), name))
	}
	return nil
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

func findDatastore(ctx *simulator.Context, datacenter *simulator.Datacenter, name string) *simulator.Datastore {
	folder := get[simulator.Folder](ctx, datacenter.DatastoreFolder)
	found, _ := ctx.Map.FindByName(name, folder.ChildEntity).(*simulator.Datastore)
	return found
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
