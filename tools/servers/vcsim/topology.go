package main

import (
	"fmt"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

type topologyRequest struct {
	Datacenters []datacenterSpec `json:"datacenters"`
}

type datacenterSpec struct {
	Name     string        `json:"name"`
	Clusters []clusterSpec `json:"clusters"`
}

type clusterSpec struct {
	Name  string   `json:"name"`
	Hosts []string `json:"hosts"`
}

// topologyAnswer contains all objects of the inventory tree, new and existing ones.
type topologyAnswer struct {
	InstanceUUID string             `json:"instanceUuid"`
	RootFolder   string             `json:"rootFolder"`
	Datacenters  []datacenterAnswer `json:"datacenters"`
}

type datacenterAnswer struct {
	Name       string          `json:"name"`
	ID         string          `json:"id"`
	VMFolder   string          `json:"vmFolder"`
	HostFolder string          `json:"hostFolder"`
	Clusters   []clusterAnswer `json:"clusters"`
}

type clusterAnswer struct {
	Name  string       `json:"name"`
	ID    string       `json:"id"`
	Pool  string       `json:"pool"`
	Hosts []hostAnswer `json:"hosts"`
}

type hostAnswer struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

// datastoreName is the name of the first datastore of each datacenter, which all its hosts mount.
const datastoreName = "datastore1"

// addTopology creates the named objects that do not exist yet. An empty request creates nothing.
func (c *vcenter) addTopology(request topologyRequest) (topologyAnswer, error) {
	c.bulk.Lock()
	defer c.bulk.Unlock()
	ctx := c.context()
	for _, spec := range request.Datacenters {
		if err := c.addDatacenter(ctx, spec); err != nil {
			return topologyAnswer{}, err
		}
	}
	return describeTopology(ctx), nil
}

func (c *vcenter) addDatacenter(ctx *simulator.Context, spec datacenterSpec) error {
	datacenter := findDatacenter(ctx, spec.Name)
	if datacenter == nil {
		root := rootFolder(ctx)
		made := root.CreateDatacenter(ctx, &types.CreateDatacenter{This: root.Self, Name: spec.Name})
		if fault := made.Fault(); fault != nil {
			return fmt.Errorf("datacenter %s: %s", spec.Name, fault.String)
		}
		datacenter = get[simulator.Datacenter](ctx, made.(*methods.CreateDatacenterBody).Res.Returnval)
	}
	for _, cluster := range spec.Clusters {
		if err := c.addCluster(ctx, datacenter, cluster); err != nil {
			return err
		}
	}
	return nil
}

func (c *vcenter) addCluster(ctx *simulator.Context, datacenter *simulator.Datacenter, spec clusterSpec) error {
	folder := get[simulator.Folder](ctx, datacenter.HostFolder)
	cluster, _ := ctx.Map.FindByName(spec.Name, folder.ChildEntity).(*simulator.ClusterComputeResource)
	if cluster == nil {
		made := folder.CreateClusterEx(ctx, &types.CreateClusterEx{This: folder.Self, Name: spec.Name})
		if fault := made.Fault(); fault != nil {
			return fmt.Errorf("cluster %s: %s", spec.Name, fault.String)
		}
		cluster = get[simulator.ClusterComputeResource](ctx, made.(*methods.CreateClusterExBody).Res.Returnval)
	}
	for _, name := range spec.Hosts {
		if ctx.Map.FindByName(name, cluster.Host) != nil {
			continue
		}
		if err := c.addHost(ctx, cluster, name); err != nil {
			return fmt.Errorf("host %s: %w", name, err)
		}
	}
	return nil
}

func (c *vcenter) addHost(ctx *simulator.Context, cluster *simulator.ClusterComputeResource, name string) error {
	body := cluster.AddHostTask(ctx, &types.AddHost_Task{
		This: cluster.Self, Spec: types.HostConnectSpec{HostName: name}, AsConnected: true,
	})
	ref, err := awaitTask(ctx, body.(*methods.AddHost_TaskBody).Res.Returnval)
	if err != nil {
		return err
	}
	return c.mount(ctx, get[simulator.HostSystem](ctx, ref.(types.ManagedObjectReference)), datastoreName)
}

func awaitTask(ctx *simulator.Context, ref types.ManagedObjectReference) (types.AnyType, error) {
	task := get[simulator.Task](ctx, ref)
	task.Wait()
	if task.Info.Error != nil {
		return nil, fmt.Errorf("%s", task.Info.Error.LocalizedMessage)
	}
	return task.Info.Result, nil
}

func failure(body soap.HasFault) error {
	if fault := body.Fault(); fault != nil {
		return fmt.Errorf("%s (%T)", fault.String, fault.VimFault())
	}
	return nil
}

func describeTopology(ctx *simulator.Context) topologyAnswer {
	root := rootFolder(ctx)
	answer := topologyAnswer{
		InstanceUUID: instanceUUID(ctx),
		RootFolder:   root.Self.Value,
		Datacenters:  []datacenterAnswer{},
	}
	for _, ref := range root.ChildEntity {
		if datacenter := get[simulator.Datacenter](ctx, ref); datacenter != nil {
			answer.Datacenters = append(answer.Datacenters, describeDatacenter(ctx, datacenter))
		}
	}
	return answer
}

func describeDatacenter(ctx *simulator.Context, datacenter *simulator.Datacenter) datacenterAnswer {
	answer := datacenterAnswer{
		Name:       datacenter.Name,
		ID:         datacenter.Self.Value,
		VMFolder:   datacenter.VmFolder.Value,
		HostFolder: datacenter.HostFolder.Value,
		Clusters:   []clusterAnswer{},
	}
	for _, ref := range get[simulator.Folder](ctx, datacenter.HostFolder).ChildEntity {
		cluster := get[simulator.ClusterComputeResource](ctx, ref)
		if cluster == nil {
			continue
		}
		described := clusterAnswer{
			Name: cluster.Name, ID: cluster.Self.Value, Pool: cluster.ResourcePool.Value, Hosts: []hostAnswer{},
		}
		for _, ref := range cluster.Host {
			host := get[simulator.HostSystem](ctx, ref)
			described.Hosts = append(described.Hosts, hostAnswer{Name: host.Name, ID: ref.Value})
		}
		answer.Clusters = append(answer.Clusters, described)
	}
	return answer
}

// get returns the managed object, or nil if it does not exist or has another type.
func get[T any](ctx *simulator.Context, ref types.ManagedObjectReference) *T {
	object, _ := any(ctx.Map.Get(ref)).(*T)
	return object
}

func rootFolder(ctx *simulator.Context) *simulator.Folder {
	return get[simulator.Folder](ctx, content(ctx).RootFolder)
}

func findDatacenter(ctx *simulator.Context, name string) *simulator.Datacenter {
	found, _ := ctx.Map.FindByName(name, rootFolder(ctx).ChildEntity).(*simulator.Datacenter)
	return found
}

func instanceUUID(ctx *simulator.Context) string {
	return content(ctx).About.InstanceUuid
}

// with returns a new slice, because readers of the old one hold no lock.
func with(refs []types.ManagedObjectReference, more ...types.ManagedObjectReference) []types.ManagedObjectReference {
	return append(append(make([]types.ManagedObjectReference, 0, len(refs)+len(more)), refs...), more...)
}

// without returns a new slice without the given references.
func without(refs []types.ManagedObjectReference, gone map[types.ManagedObjectReference]bool) []types.ManagedObjectReference {
	kept := make([]types.ManagedObjectReference, 0, len(refs))
	for _, ref := range refs {
		if !gone[ref] {
			kept = append(kept, ref)
		}
	}
	return kept
}
