package main

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/vmware/govmomi/pbm"
	pbmmethods "github.com/vmware/govmomi/pbm/methods"
	pbmtypes "github.com/vmware/govmomi/pbm/types"
	"github.com/vmware/govmomi/property"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

func (b *volumeBed) change(specs ...datastoreSpec) {
	b.Helper()
	for i := range specs {
		specs[i].Datacenter = "dc"
	}
	_, err := b.center.changeDatastores(datastoresRequest{Datastores: specs})
	b.must(err)
}

func (b *volumeBed) read(ref types.ManagedObjectReference, into any, paths ...string) {
	b.Helper()
	b.must(property.DefaultCollector(b.vim.Client).RetrieveOne(context.Background(), ref, paths, into))
}

func TestEachHostMountsADatastoreInItsWay(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.change(datastoreSpec{Name: "fast", Mounts: []mountSpec{
		{Host: "h1", ReadOnly: pointer(true)}, {Host: "h2", Accessible: pointer(false)},
	}})

	var store mo.Datastore
	b.read(b.stores["fast"], &store, "host", "summary")
	shown := make(map[string]string)
	for _, each := range store.Host {
		info := each.MountInfo
		shown[get[simulator.HostSystem](b.ctx, each.Key).Name] = fmt.Sprint(info.AccessMode, " ", *info.Mounted, " ", *info.Accessible, " ", info.InaccessibleReason)
	}
	b.wants("mounts", shown, map[string]string{"h1": "readOnly true true ", "h2": "readWrite true false AllPathsDown_Start"})
	b.wants("accessible", store.Summary.Accessible, true)
	b.wants("shared", *store.Summary.MultipleHostAccess, true)
	b.wants("no host writes", faultIn(b.create(b.spec("a", 10, "fast"))), "InaccessibleDatastore")

	b.change(datastoreSpec{Name: "fast", Mounts: []mountSpec{{Host: "h1", ReadOnly: pointer(false), Mounted: pointer(false)}}})
	b.read(b.stores["fast"], &store, "summary")
	b.wants("not mounted", store.Summary.Accessible, false)
	b.change(datastoreSpec{Name: "fast", Mounts: []mountSpec{{Host: "h1", Mounted: pointer(true)}, {Host: "h2", Remove: true}}})
	id := b.made("a", 10, "fast")
	for _, vm := range b.vms {
		host := get[simulator.HostSystem](b.ctx, *get[simulator.VirtualMachine](b.ctx, vmRef(vm)).Runtime.Host)
		want := map[string]string{"h1": "", "h2": "InaccessibleDatastore"}[host.Name]
		b.wants(host.Name, faultIn(b.attach(vm, id)), want)
		b.wants(host.Name, slices.Contains(host.Datastore, b.stores["fast"]), want == "")
		if want == "" {
			b.detach(vm, id)
		}
	}
	_, err := b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: "fast", Mounts: []mountSpec{{Host: "h2"}}},
	}})
	b.wants("wrong host", fmt.Sprint(err), `datastore "fast": host "h2" does not mount it`)
}

func TestADatastoreClusterContainsDatastores(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	made, err := b.center.changePod(podRequest{Datacenter: "dc", Name: "pod", Datastores: []string{"fast", "local"}})
	b.must(err)
	ref := types.ManagedObjectReference{Type: "StoragePod", Value: made.ID}

	var pod mo.StoragePod
	var store mo.Datastore
	b.read(ref, &pod, "name", "childEntity")
	b.read(b.stores["fast"], &store, "parent")
	b.wants("name", pod.Name, "pod")
	b.wants("children", pod.ChildEntity, []types.ManagedObjectReference{b.stores["fast"], b.stores["local"]})
	b.wants("parent", *store.Parent, ref)
	b.change(datastoreSpec{Name: "local", Hosts: []string{"h2"}}) // no second datastore of this name
	b.wants("datastores", len(b.datastores()), 3)
	b.made("a", 10, "fast")

	restarted := b.afterRestart()
	b.wants("after a restart", restarted.datastores(), b.datastores())
	_, err = restarted.center.changePod(podRequest{Datacenter: "dc", Name: "pod", Datastores: []string{"local"}})
	b.must(err)
	pods, err := restarted.center.listPods()
	b.must(err)
	b.wants("pods", pods, []podAnswer{{ID: made.ID, Name: "pod", Datacenter: "dc", Datastores: []string{"local"}}})
	b.wants("outside", restarted.datastores()[1].Pod, "")
}

func TestHostsEnterMaintenance(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	_, err := b.center.setMaintenance(maintenanceRequest{Host: "h1", On: true})
	b.must(err)
	host := findHost(b.ctx, "h1")
	var read mo.HostSystem
	b.read(host.Self, &read, "runtime.inMaintenanceMode", "runtime.connectionState", "datastore", "parent")
	b.wants("maintenance", read.Runtime.InMaintenanceMode, true)
	b.wants("connection", read.Runtime.ConnectionState, types.HostSystemConnectionStateConnected)
	b.wants("datastores", len(read.Datastore), 3)
}

func TestPoliciesFitSomeDatastores(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	made, err := withVolumesFor(b.center, (*volumeManager).changePolicies)(policiesRequest{Policies: []storagePolicy{
		{Name: "gold", Datastores: []string{b.stores["fast"].Value}}, {Name: "none"},
		{Name: "vSAN Default Storage Policy", Every: true},
	}})
	b.must(err)
	b.wants("policies", len(made), 3)
	compatible := func(bed *volumeBed, policy string, hubs ...pbmtypes.PbmPlacementHub) []string {
		client, err := pbm.NewClient(context.Background(), bed.vim.Client)
		bed.must(err)
		id, err := client.ProfileIDByName(context.Background(), policy)
		bed.must(err)
		result, err := client.CheckRequirements(context.Background(), hubs, nil, []pbmtypes.BasePbmPlacementRequirement{
			&pbmtypes.PbmPlacementCapabilityProfileRequirement{ProfileId: pbmtypes.PbmProfileId{UniqueId: id}},
		})
		bed.must(err)
		names := []string{}
		for _, hub := range result.CompatibleDatastores() {
			names = append(names, hub.HubId)
		}
		checked, err := pbmmethods.PbmCheckCompatibility(context.Background(), client, &pbmtypes.PbmCheckCompatibility{
			This: client.ServiceContent.PlacementSolver, HubsToSearch: hubs, Profile: pbmtypes.PbmProfileId{UniqueId: id},
		})
		bed.must(err)
		bed.wants("same", len(pbm.PlacementCompatibilityResult(checked.Returnval).CompatibleDatastores()), len(names))
		return names
	}
	hubs := []pbmtypes.PbmPlacementHub{}
	for _, name := range []string{"fast", "local"} {
		hubs = append(hubs, pbmtypes.PbmPlacementHub{HubType: "Datastore", HubId: b.stores[name].Value})
	}

	b.wants("gold", compatible(b, "gold", hubs...), []string{b.stores["fast"].Value})
	b.wants("none", compatible(b, "none", hubs...), []string{})
	b.wants("all", len(compatible(b, "vSAN Default Storage Policy")), 3)

	with := func(policy int, stores ...string) string {
		spec := b.spec("pvc", 10, stores...)
		spec.Profile = []types.BaseVirtualMachineProfileSpec{&types.VirtualMachineDefinedProfileSpec{ProfileId: made[policy].ID}}
		result := b.create(spec)
		if result.Fault != nil {
			return faultIn(result)
		}
		return result.PlacementResults[0].Datastore.Value
	}
	b.wants("offered both", with(0, "local", "fast"), b.stores["fast"].Value)
	b.wants("offered none", with(0), b.stores["fast"].Value)
	b.wants("offered the other", with(0, "local"), "CnsFault")
	b.wants("no datastore fits", with(1), "CnsFault")

	restarted := b.afterRestart()
	b.wants("after a restart", compatible(restarted, "gold", hubs...), []string{b.stores["fast"].Value})
	_, err = withVolumesFor(restarted.center, (*volumeManager).removePolicies)(policyRemoval{Names: []string{"gold"}})
	b.must(err)
	b.wants("removed", restarted.center.cns.knowsPolicy(made[0].ID), false)
}

func TestAnAccountMayMissPrivileges(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	folder := findDatacenter(b.ctx, "dc").DatastoreFolder
	missing := func(all ...missingPrivileges) {
		_, err := b.center.setPrivileges(privilegesRequest{Missing: all})
		b.must(err)
	}
	granted := func(ref types.ManagedObjectReference, privileges ...string) []bool {
		answer, err := methods.HasUserPrivilegeOnEntities(ctx, b.vim.Client, &types.HasUserPrivilegeOnEntities{
			This: *b.vim.ServiceContent.AuthorizationManager, Entities: []types.ManagedObjectReference{ref},
			UserName: "u", PrivId: privileges,
		})
		b.must(err)
		own, err := methods.HasPrivilegeOnEntities(ctx, b.vim.Client, &types.HasPrivilegeOnEntities{
			This: *b.vim.ServiceContent.AuthorizationManager, Entity: []types.ManagedObjectReference{ref}, PrivId: privileges,
		})
		b.must(err)
		b.wants("same", own.Returnval, answer.Returnval)
		var found []bool
		for _, each := range answer.Returnval[0].PrivAvailability {
			found = append(found, each.IsGranted)
		}
		return found
	}
	both := []string{fileManagement, "System.Read"}

	missing(missingPrivileges{Type: "Datastore", ID: b.stores["fast"].Value, Privileges: []string{fileManagement}})
	b.wants("on fast", granted(b.stores["fast"], both...), []bool{false, true})
	b.wants("on local", granted(b.stores["local"], both...), []bool{true, true})
	refused := b.create(b.spec("a", 10, "fast"))
	b.wants("create", rootCause(refused.Fault).Fault.(*types.NoPermission).PrivilegeId, fileManagement)
	b.wants("elsewhere", b.create(b.spec("a", 10, "fast", "local")).PlacementResults[0].Datastore, b.stores["local"])

	missing(missingPrivileges{Type: "Folder", ID: folder.Value, Privileges: []string{fileManagement}})
	b.wants("below a folder", granted(b.stores["local"], both...), []bool{false, true})
	root := b.vim.ServiceContent.RootFolder.Value
	missing(missingPrivileges{Type: "Folder", ID: root, Privileges: []string{cnsSearchable, viewPolicies}})
	_, err := b.client.CreateVolume(ctx, nil)
	b.wants("CNS", failureOf(err), "NoPermission")
	client, err := pbm.NewClient(ctx, b.vim.Client)
	b.must(err)
	_, err = client.ProfileIDByName(ctx, "any")
	b.wants("PBM", failureOf(err), "NoPermission")
	missing()
	b.wants("all again", granted(b.stores["fast"], both...), []bool{true, true})
}
