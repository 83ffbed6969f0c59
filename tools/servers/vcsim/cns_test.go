package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vmware/govmomi"
	"github.com/vmware/govmomi/cns"
	"github.com/vmware/govmomi/cns/methods"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/object"
	"github.com/vmware/govmomi/pbm"
	"github.com/vmware/govmomi/property"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/view"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// volumeBed is a vCenter with three datastores and some VMs, and a client of its CNS.
type volumeBed struct {
	*bed

	vim    *govmomi.Client
	client *cns.Client
	stores map[string]types.ManagedObjectReference
}

func newVolumeBed(t *testing.T, apiVersion string) *volumeBed {
	center, err := open(options{listen: "127.0.0.1:0", username: "u", password: "p", apiVersion: apiVersion})
	if err != nil {
		t.Fatal(err)
	}
	b := &volumeBed{bed: &bed{T: t, center: center, ctx: center.context()}}
	t.Cleanup(center.remove)
	t.Cleanup(center.server.Close)
	t.Cleanup(b.releaseCalls) // Close waits for all calls
	_, err = center.addTopology(topologyRequest{Datacenters: []datacenterSpec{
		{Name: "dc", Clusters: []clusterSpec{{Name: "c", Hosts: []string{"h1", "h2"}}}},
	}})
	b.must(err)
	_, err = center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: "fast", Hosts: []string{"h1", "h2"}, CapacityMb: pointer[int64](10_000)},
		{Datacenter: "dc", Name: "local", Hosts: []string{"h1"}, CapacityMb: pointer[int64](5_000)},
	}})
	b.must(err)
	b.bed.vms = b.add("vm", 2)
	b.login()
	return b
}

func pointer[T any](value T) *T { return &value }

func (b *volumeBed) login() {
	b.Helper()
	url, err := soap.ParseURL(b.center.url())
	b.must(err)
	url.User = b.center.service.Listen.User
	b.vim, err = govmomi.NewClient(context.Background(), url, true)
	b.must(err)
	b.client, err = cns.NewClient(context.Background(), b.vim.Client)
	b.must(err)
	b.stores = make(map[string]types.ManagedObjectReference)
	for _, each := range b.datastores() {
		b.stores[each.Name] = types.ManagedObjectReference{Type: "Datastore", Value: each.ID}
	}
}

// afterRestart saves the vCenter and starts another one from the save.
func (b *volumeBed) afterRestart() *volumeBed {
	b.Helper()
	dir := b.TempDir()
	_, err := b.center.save(saveRequest{Directory: dir})
	b.must(err)
	return b.from(dir)
}

func (b *volumeBed) from(dir string) *volumeBed {
	b.Helper()
	center, err := open(options{
		listen: "127.0.0.1:0", username: "u", password: "p", apiVersion: b.center.apiVersion(), load: dir,
	})
	b.must(err)
	restarted := &volumeBed{bed: &bed{T: b.T, center: center, ctx: center.context(), vms: b.vms}}
	b.Cleanup(center.remove)
	b.Cleanup(center.server.Close)
	restarted.login()
	return restarted
}

func (b *volumeBed) settings(request settingsRequest) {
	b.Helper()
	_, err := withVolumesFor(b.center, (*volumeManager).putSettings)(request)
	b.must(err)
}

func (b *volumeBed) rules(rules ...*volumeRule) {
	b.Helper()
	_, err := withVolumesFor(b.center, (*volumeManager).putRules)(rulesRequest{Rules: rules})
	b.must(err)
}

func (b *volumeBed) volumes() []volumeAnswer {
	all, _ := withVolumes(b.center, (*volumeManager).listVolumes)()
	return all
}

func (b *volumeBed) disks() []diskAnswer {
	all, _ := withVolumes(b.center, (*volumeManager).listDisks)()
	return all
}

func (b *volumeBed) datastores() []datastoreAnswer {
	all, _ := withVolumes(b.center, (*volumeManager).listDatastores)()
	return all
}

func (b *volumeBed) volumeTasks() []volumeTaskAnswer {
	all, _ := withVolumes(b.center, (*volumeManager).listTasks)()
	return all
}

func (b *volumeBed) release() {
	b.Helper()
	_, err := withVolumesFor(b.center, (*volumeManager).releaseTasks)(tasksRequest{All: true})
	b.must(err)
}

func (b *volumeBed) releaseCalls() {
	_, _ = withVolumes(b.center, (*volumeManager).releaseCalls)()
}

func (b *volumeBed) counts() volumeCounts {
	counts, _ := withVolumes(b.center, (*volumeManager).getCounts)()
	return counts
}

func (b *volumeBed) within(what string, test func() bool) {
	b.Helper()
	for end := time.Now().Add(20 * time.Second); !test(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatalf("not within 20 s: %s", what)
		}
	}
}

const cluster = "cluster-a"

func (b *volumeBed) spec(name string, capacityMb int64, stores ...string) cnstypes.CnsVolumeCreateSpec {
	spec := cnstypes.CnsVolumeCreateSpec{
		Name:       name,
		VolumeType: string(cnstypes.CnsVolumeTypeBlock),
		Metadata:   cnstypes.CnsVolumeMetadata{ContainerCluster: containerCluster(cluster)},
		BackingObjectDetails: &cnstypes.CnsBlockBackingDetails{
			CnsBackingObjectDetails: cnstypes.CnsBackingObjectDetails{CapacityInMb: capacityMb},
		},
	}
	for _, each := range stores {
		spec.Datastores = append(spec.Datastores, b.stores[each])
	}
	return spec
}

func containerCluster(id string) cnstypes.CnsContainerCluster {
	return cnstypes.CnsContainerCluster{
		ClusterType: string(cnstypes.CnsClusterTypeKubernetes), ClusterId: id, VSphereUser: "u",
		ClusterFlavor: string(cnstypes.CnsClusterFlavorVanilla),
	}
}

// start sends a create and does not wait for the task.
func (b *volumeBed) start(specs ...cnstypes.CnsVolumeCreateSpec) *object.Task {
	b.Helper()
	task, err := b.client.CreateVolume(context.Background(), specs)
	b.must(err)
	return task
}

// result waits for a task and returns its only result.
func (b *volumeBed) result(task *object.Task, err error) cnstypes.BaseCnsVolumeOperationResult {
	b.Helper()
	b.must(err)
	info, err := task.WaitForResult(context.Background())
	b.must(err)
	done, ok := info.Result.(cnstypes.CnsVolumeOperationBatchResult)
	if !ok || len(done.VolumeResults) != 1 {
		b.Fatalf("the result is %#v", info.Result)
	}
	return done.VolumeResults[0]
}

func (b *volumeBed) create(spec cnstypes.CnsVolumeCreateSpec) *cnstypes.CnsVolumeCreateResult {
	b.Helper()
	return b.result(b.start(spec), nil).(*cnstypes.CnsVolumeCreateResult)
}

// made returns the id of a new volume.
func (b *volumeBed) made(name string, capacityMb int64, stores ...string) cnstypes.CnsVolumeId {
	b.Helper()
	result := b.create(b.spec(name, capacityMb, stores...))
	if result.Fault != nil {
		b.Fatalf("%s: %T", name, result.Fault.Fault)
	}
	return result.VolumeId
}

// faultIn returns the type of the innermost fault in a result, or "".
func faultIn(result cnstypes.BaseCnsVolumeOperationResult) string {
	if fault := result.GetCnsVolumeOperationResult().Fault; fault != nil {
		return faultName(rootCause(fault))
	}
	return ""
}

// shownIn returns the type of the fault in a result as it is shown.
func shownIn(result cnstypes.BaseCnsVolumeOperationResult) string {
	return faultName(result.GetCnsVolumeOperationResult().Fault)
}

// faultOf waits for a task and returns the type of its error, or "".
func (b *volumeBed) faultOf(task *object.Task, err error) string {
	b.Helper()
	b.must(err)
	_, err = task.WaitForResult(context.Background())
	return failureOf(err)
}

func failureOf(err error) string {
	switch failed := err.(type) {
	case nil:
		return ""
	case interface{ Fault() types.BaseMethodFault }:
		return strings.TrimPrefix(fmt.Sprintf("%T", failed.Fault()), "*types.")
	default:
		if soap.IsSoapFault(err) {
			return strings.TrimPrefix(fmt.Sprintf("%T", soap.ToSoapFault(err).VimFault()), "types.")
		}
		return err.Error()
	}
}

func (b *volumeBed) wants(what string, got, want any) {
	b.Helper()
	if !reflect.DeepEqual(got, want) {
		b.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestAVolumeIsAnFCDWithAFile(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")

	result := b.create(b.spec("pvc-1", 100, "fast"))

	id := result.VolumeId.Id
	b.wants("placement", result.PlacementResults[0].Datastore, b.stores["fast"])
	b.wants("disks", b.disks(), []diskAnswer{{
		ID: id, Name: "pvc-1", CapacityMb: 100, Datastore: b.stores["fast"].Value, Path: "[fast] fcd/" + id + ".vmdk",
		Volume: true, File: true, Consumers: []string{}, KeepAfterDeleteVM: true, DiskUUID: b.disks()[0].DiskUUID,
	}})
	manager := b.ctx.Map.VStorageObjectManager()
	if _, ok := manager.Catalog()[b.stores["fast"]][types.ID{Id: id}]; !ok {
		t.Error("the VStorageObjectManager does not have the disk")
	}
	info := b.result(b.client.QueryVolumeInfo(context.Background(), []cnstypes.CnsVolumeId{result.VolumeId}))
	disk := info.(*cnstypes.CnsQueryVolumeInfoResult).VolumeInfo.(*cnstypes.CnsBlockVolumeInfo).VStorageObject
	b.wants("capacity", disk.Config.CapacityInMB, int64(100))
}

func TestOneSpecPerCreateDeleteExtendAndSnapshot(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	id := b.made("pvc-1", 10)
	twice := []cnstypes.CnsVolumeId{id, id}
	extend := cnstypes.CnsVolumeExtendSpec{VolumeId: id, CapacityInMb: 20}
	snapshot := cnstypes.CnsSnapshotCreateSpec{VolumeId: id, Description: "d"}
	gone := cnstypes.CnsSnapshotDeleteSpec{VolumeId: id}

	b.wants("create", b.faultOf(b.start(b.spec("a", 10), b.spec("b", 10)), nil), "InvalidArgument")
	task, err := b.client.DeleteVolume(ctx, twice, true)
	b.wants("delete", b.faultOf(task, err), "InvalidArgument")
	task, err = b.client.ExtendVolume(ctx, []cnstypes.CnsVolumeExtendSpec{extend, extend})
	b.wants("extend", b.faultOf(task, err), "InvalidArgument")
	task, err = b.client.CreateSnapshots(ctx, []cnstypes.CnsSnapshotCreateSpec{snapshot, snapshot})
	b.wants("create snapshots", b.faultOf(task, err), "InvalidArgument")
	task, err = b.client.DeleteSnapshots(ctx, []cnstypes.CnsSnapshotDeleteSpec{gone, gone})
	b.wants("delete snapshots", b.faultOf(task, err), "InvalidArgument")
	b.wants("volumes", len(b.volumes()), 1)
}

func TestOneNameMakesTwoVolumes(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")

	first, second := b.made("pvc-1", 10), b.made("pvc-1", 10)

	b.wants("same id", first == second, false)
	b.wants("volumes", len(b.volumes()), 2)
}

func TestAClientMayChooseTheIDFrom91On(t *testing.T) {
	chosen := &cnstypes.CnsVolumeId{Id: "11111111-2222-3333-4444-555555555555"}
	old, current := newVolumeBed(t, "8.0.3.0"), newVolumeBed(t, "9.1.0.0")
	choosing := func(b *volumeBed) cnstypes.CnsVolumeCreateSpec {
		spec := b.spec("pvc-1", 10, "fast")
		spec.VolumeId = chosen
		return spec
	}

	old.wants("before 9.1", faultIn(old.create(choosing(old))), "NotSupported")
	current.wants("id", current.create(choosing(current)).VolumeId, *chosen)
	again := current.create(choosing(current))
	exists, ok := again.Fault.Fault.(*cnstypes.CnsVolumeAlreadyExistsFault)
	if !ok || exists.VolumeId != *chosen || exists.Datastore != current.stores["fast"] {
		t.Errorf("the second create returns %#v", again.Fault.Fault)
	}
	current.wants("volumes", len(current.volumes()), 1)
}

func TestABackingDiskIDRegistersAnFCDOnce(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	made, err := withVolumesFor(b.center, (*volumeManager).addDisks)(disksRequest{Disks: []diskSpec{
		{Datastore: b.stores["local"].Value, Name: "static", CapacityMb: 30},
	}})
	b.must(err)
	b.wants("known to CNS", b.disks()[0].Volume, false)
	spec := b.spec("pv-static", 30)
	spec.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails).BackingDiskId = made.IDs[0]

	first := b.create(spec)
	second := b.create(spec)

	b.wants("id", first.VolumeId.Id, made.IDs[0])
	b.wants("datastore", first.PlacementResults[0].Datastore, b.stores["local"])
	known, ok := second.Fault.Fault.(*cnstypes.CnsAlreadyRegisteredFault)
	if !ok || known.VolumeId.Id != made.IDs[0] {
		t.Errorf("the second registration returns %#v", second.Fault.Fault)
	}
	spec.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails).BackingDiskId = "no-such-disk"
	b.wants("unknown disk", faultIn(b.create(spec)), "NotFound")
}

func TestTheDatastoreWithMostFreeSpaceIsChosen(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	both := []string{"local", "fast"}

	b.wants("most space", b.create(b.spec("a", 6_000, both...)).PlacementResults[0].Datastore, b.stores["fast"])
	b.wants("then", b.create(b.spec("b", 4_500, both...)).PlacementResults[0].Datastore, b.stores["local"])
	full := b.create(b.spec("c", 4_500, both...))
	b.wants("full", faultIn(full), "NoDiskSpace")
	b.wants("reasons", len(full.PlacementResults), 2)

	var store mo.Datastore
	b.must(property.DefaultCollector(b.vim.Client).RetrieveOne(context.Background(), b.stores["fast"], []string{"summary"}, &store))
	b.wants("free space", store.Summary.FreeSpace, int64(4_000)<<20)
	b.wants("capacity", store.Summary.Capacity, int64(10_000)<<20)

	_, err := b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: "fast", Maintenance: pointer("inMaintenance")},
		{Datacenter: "dc", Name: "local", FreeMb: pointer[int64](100)},
	}})
	b.must(err)
	b.wants("maintenance", faultIn(b.create(b.spec("d", 50, "fast"))), "InvalidDatastoreState")
	_, err = b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: "fast", Maintenance: pointer("normal"), Accessible: pointer(false)},
	}})
	b.must(err)
	b.wants("inaccessible", faultIn(b.create(b.spec("d", 50, "fast"))), "InaccessibleDatastore")
	b.wants("little space", b.create(b.spec("e", 50, both...)).PlacementResults[0].Datastore, b.stores["local"])
}

func TestAVolumeMayBeOnAnyDatastoreIfTheClientOffersNone(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	_, err := b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: datastoreName, CapacityMb: pointer[int64](7_000)},
	}})
	b.must(err)

	var used []string
	for i := range 3 {
		b.made(fmt.Sprint("pvc-", i), 4_000)
	}
	for _, each := range b.volumes() {
		used = append(used, each.DatastoreName)
	}

	b.wants("datastores", used, []string{"fast", datastoreName, "fast"})
}

func TestWrongChangesOfDatastoresAreRefused(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	_, err := b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: "fast", FreeMb: pointer[int64](700)},
	}})
	b.must(err)
	before := b.datastores()
	for want, spec := range map[string]datastoreSpec{
		`no datacenter "other"`:       {Datacenter: "other", Name: "fast"},
		"a new datastore needs hosts": {Datacenter: "dc", Name: "new"},
		`no host "h9"`:                {Datacenter: "dc", Name: "new", Hosts: []string{"h9"}},
		`maintenance is "soon"`:       {Datacenter: "dc", Name: "fast", Maintenance: pointer("soon")},
		"capacityMb is -1":            {Datacenter: "dc", Name: "fast", CapacityMb: pointer[int64](-1)},
		"expected at most 10000":      {Datacenter: "dc", Name: "fast", FreeMb: pointer[int64](10_001)},
	} {
		_, err := b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{spec}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	b.wants("datastores", b.datastores(), before)
}

func TestASuspendedDatastoreHasACustomValueAndIsStillUsed(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")

	_, err := b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: "fast", Suspended: pointer("true")},
	}})
	b.must(err)

	var store mo.Datastore
	collector := property.DefaultCollector(b.vim.Client)
	b.must(collector.RetrieveOne(context.Background(), b.stores["fast"], []string{"customValue"}, &store))
	b.wants("custom value", store.CustomValue[0].(*types.CustomFieldStringValue).Value, "true")
	b.made("pvc-1", 10, "fast")
}

func TestOnlyPoliciesOfPBMAreKnown(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	client, err := pbm.NewClient(context.Background(), b.vim.Client)
	b.must(err)
	known, err := client.ProfileIDByName(context.Background(), "vSAN Default Storage Policy")
	b.must(err)
	with := func(id string) cnstypes.CnsVolumeCreateSpec {
		spec := b.spec("pvc-"+id, 10)
		spec.Profile = []types.BaseVirtualMachineProfileSpec{&types.VirtualMachineDefinedProfileSpec{ProfileId: id}}
		return spec
	}

	b.wants("known", faultIn(b.create(with(known))), "")
	b.wants("unknown", faultIn(b.create(with("no-such-policy"))), "InvalidArgument")
	b.wants("policy", b.volumes()[0].Policy, known)
}

func TestADeletedVolumeIsGoneWithItsDisk(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	first, second := b.made("a", 10), b.made("b", 10)
	file := fileOf(get[simulator.Datastore](b.ctx, b.datastoreRef(first)), "fcd/"+first.Id+".vmdk")
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}

	b.wants("with disk", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{first}, true))), "")
	b.wants("without disk", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{second}, false))), "")

	b.wants("volumes", len(b.volumes()), 0)
	b.wants("disks", len(b.disks()), 1)
	if _, err := os.Stat(file); err == nil {
		t.Error("the file is there")
	}
	b.wants("again", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{first}, true))), "NotFound")
	b.settings(settingsRequest{MissingVolume: pointer("CnsVolumeNotFoundFault")})
	b.wants("set", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{first}, true))), "CnsVolumeNotFoundFault")
}

func (b *volumeBed) datastoreRef(id cnstypes.CnsVolumeId) types.ManagedObjectReference {
	for _, each := range b.volumes() {
		if each.ID == id.Id {
			return types.ManagedObjectReference{Type: "Datastore", Value: each.Datastore}
		}
	}
	return types.ManagedObjectReference{}
}

func TestAttachedVolumesAndThoseWithSnapshotsStay(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	attached, snapshotted := b.made("a", 10), b.made("b", 10)
	attach := []cnstypes.CnsVolumeAttachDetachSpec{{VolumeId: attached, Vm: vmRef(b.vms[0])}}
	result := b.result(b.client.AttachVolume(ctx, attach)).(*cnstypes.CnsVolumeAttachResult)
	made := b.result(b.client.CreateSnapshots(ctx, []cnstypes.CnsSnapshotCreateSpec{{VolumeId: snapshotted, Description: "d"}}))

	b.wants("delete attached", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{attached}, true))), "ResourceInUse")
	b.wants("delete with snapshots", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{snapshotted}, true))), "CnsFault")
	b.wants("attach again", faultIn(b.result(b.client.AttachVolume(ctx, attach))), "ResourceInUse")
	b.wants("attachments", b.volumes()[0].Attachments, []diskAttachment{{VM: b.vms[0], DiskUUID: result.DiskUUID}})

	b.wants("detach", faultIn(b.result(b.client.DetachVolume(ctx, attach))), "")
	b.wants("detach again", faultIn(b.result(b.client.DetachVolume(ctx, attach))), "NotFound")
	b.wants("delete", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{attached}, true))), "")
	gone := cnstypes.CnsSnapshotDeleteSpec{
		VolumeId: snapshotted, SnapshotId: made.(*cnstypes.CnsSnapshotCreateResult).Snapshot.SnapshotId,
	}
	b.wants("delete snapshot", faultIn(b.result(b.client.DeleteSnapshots(ctx, []cnstypes.CnsSnapshotDeleteSpec{gone}))), "")
	b.wants("delete", faultIn(b.result(b.client.DeleteVolume(ctx, []cnstypes.CnsVolumeId{snapshotted}, true))), "")
}

func TestADestroyedVMDetachesItsVolumes(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)
	b.result(b.client.AttachVolume(context.Background(), []cnstypes.CnsVolumeAttachDetachSpec{{VolumeId: id, Vm: vmRef(b.vms[0])}}))

	_, err := b.center.destroyMachines(idsRequest{IDs: b.vms[:1]})
	b.must(err)

	b.wants("attachments", len(b.volumes()[0].Attachments), 0)
}

func TestSnapshotsAreQueried(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	id := b.made("a", 10)
	b.result(b.client.CreateSnapshots(ctx, []cnstypes.CnsSnapshotCreateSpec{{VolumeId: id, Description: "first"}}))
	query := func(specs ...cnstypes.CnsSnapshotQuerySpec) cnstypes.CnsSnapshotQueryResult {
		task, err := b.client.QuerySnapshots(ctx, cnstypes.CnsSnapshotQueryFilter{SnapshotQuerySpecs: specs})
		b.must(err)
		info, err := task.WaitForResult(ctx)
		b.must(err)
		return info.Result.(cnstypes.CnsSnapshotQueryResult)
	}

	all := query()
	b.wants("descriptions", all.Entries[0].Snapshot.Description, "first")
	b.wants("total", all.Cursor.TotalRecords, int64(1))
	unknown := query(cnstypes.CnsSnapshotQuerySpec{VolumeId: cnstypes.CnsVolumeId{Id: "gone"}})
	b.wants("unknown volume", faultName(unknown.Entries[0].Error), "CnsVolumeNotFoundFault")
	missing := query(cnstypes.CnsSnapshotQuerySpec{VolumeId: id, SnapshotId: &cnstypes.CnsSnapshotId{Id: "gone"}})
	b.wants("unknown snapshot", faultName(missing.Entries[0].Error), "CnsSnapshotNotFoundFault")
}

func TestAVolumeGrowsOnlyAndOnlyWithinItsDatastore(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 100, "local")
	extend := func(capacity int64) string {
		return faultIn(b.result(b.client.ExtendVolume(context.Background(),
			[]cnstypes.CnsVolumeExtendSpec{{VolumeId: id, CapacityInMb: capacity}})))
	}

	b.wants("larger", extend(200), "")
	b.wants("same", extend(200), "")
	b.wants("smaller", extend(150), "InvalidArgument")
	b.wants("too large", extend(6_000), "NoDiskSpace")
	b.wants("capacity", b.volumes()[0].CapacityMb, int64(200))
}

func entity(kind cnstypes.CnsKubernetesEntityType, namespace, name, of string, labels ...types.KeyValue) *cnstypes.CnsKubernetesEntityMetadata {
	made := &cnstypes.CnsKubernetesEntityMetadata{EntityType: string(kind), Namespace: namespace}
	made.EntityName, made.ClusterID, made.Labels = name, of, labels
	return made
}

func (b *volumeBed) update(id cnstypes.CnsVolumeId, metadata cnstypes.CnsVolumeMetadata) string {
	b.Helper()
	return faultIn(b.result(b.client.UpdateVolumeMetadata(context.Background(),
		[]cnstypes.CnsVolumeMetadataUpdateSpec{{VolumeId: id, Metadata: metadata}})))
}

func (b *volumeBed) entities(id cnstypes.CnsVolumeId) []string {
	names := []string{}
	for _, v := range b.volumes() {
		for _, each := range v.Entities {
			if v.ID == id.Id {
				names = append(names, each.Cluster+" "+each.Kind+" "+each.Namespace+"/"+each.Name+fmt.Sprint(each.Labels))
			}
		}
	}
	slices.Sort(names)
	return names
}

func TestMetadataMerge(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("pvc-1", 10)
	ofA := cnstypes.CnsVolumeMetadata{ContainerCluster: containerCluster(cluster)}
	pv := entity(cnstypes.CnsKubernetesEntityTypePV, "", "pv-1", cluster)
	claim := entity(cnstypes.CnsKubernetesEntityTypePVC, "ns", "data", cluster, types.KeyValue{Key: "app", Value: "db"})
	ofA.EntityMetadata = []cnstypes.BaseCnsEntityMetadata{pv, claim}
	b.wants("first", b.update(id, ofA), "")

	pod := entity(cnstypes.CnsKubernetesEntityTypePOD, "ns", "db-0", "")
	ofA.EntityMetadata = []cnstypes.BaseCnsEntityMetadata{pod}
	b.wants("second", b.update(id, ofA), "")
	ofB := cnstypes.CnsVolumeMetadata{
		ContainerCluster:      containerCluster("cluster-b"),
		ContainerClusterArray: []cnstypes.CnsContainerCluster{containerCluster("cluster-b")},
		EntityMetadata: []cnstypes.BaseCnsEntityMetadata{
			entity(cnstypes.CnsKubernetesEntityTypePV, "", "pv-1", "cluster-b"),
		},
	}
	b.wants("other cluster", b.update(id, ofB), "")

	both := []string{
		"cluster-a PERSISTENT_VOLUME /pv-1map[]", "cluster-a PERSISTENT_VOLUME_CLAIM ns/datamap[app:db]",
		"cluster-a POD ns/db-0map[]", "cluster-b PERSISTENT_VOLUME /pv-1map[]",
	}
	b.wants("merged", b.entities(id), both)
	b.wants("clusters", len(b.volumes()[0].Clusters), 2)

	claim.Labels, pod.Delete, pod.ClusterID = nil, true, cluster
	ofA.EntityMetadata = []cnstypes.BaseCnsEntityMetadata{claim, pod}
	b.wants("change and delete", b.update(id, ofA), "")
	b.wants("changed", b.entities(id), []string{
		"cluster-a PERSISTENT_VOLUME /pv-1map[]", "cluster-a PERSISTENT_VOLUME_CLAIM ns/datamap[]",
		"cluster-b PERSISTENT_VOLUME /pv-1map[]",
	})

	leaving := containerCluster(cluster)
	leaving.Delete = true
	b.wants("leave", b.update(id, cnstypes.CnsVolumeMetadata{ContainerCluster: leaving}), "")
	b.wants("left", b.entities(id), []string{"cluster-b PERSISTENT_VOLUME /pv-1map[]"})
	b.wants("unknown volume", b.update(cnstypes.CnsVolumeId{Id: "gone"}, ofB), "NotFound")
}

func TestFiltersAndSelection(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	first, second := b.made("a", 10, "fast"), b.made("b", 20, "local")
	b.update(second, cnstypes.CnsVolumeMetadata{
		ContainerCluster: containerCluster("cluster-b"),
		EntityMetadata: []cnstypes.BaseCnsEntityMetadata{
			entity(cnstypes.CnsKubernetesEntityTypePVC, "ns", "data", "", types.KeyValue{Key: "app", Value: "db"}),
		},
	})
	find := func(filter cnstypes.BaseCnsQueryFilter) []string {
		result, err := b.client.QueryVolume(ctx, filter)
		b.must(err)
		names := []string{}
		for _, each := range result.Volumes {
			names = append(names, each.Name)
		}
		return names
	}
	one := func(filter cnstypes.CnsQueryFilter) []string { return find(&filter) }

	b.wants("all", one(cnstypes.CnsQueryFilter{}), []string{"a", "b"})
	b.wants("id", one(cnstypes.CnsQueryFilter{VolumeIds: []cnstypes.CnsVolumeId{first, {Id: "gone"}}}), []string{"a"})
	b.wants("name", one(cnstypes.CnsQueryFilter{Names: []string{"b"}}), []string{"b"})
	b.wants("cluster", one(cnstypes.CnsQueryFilter{ContainerClusterIds: []string{"cluster-b"}}), []string{"b"})
	b.wants("first cluster", one(cnstypes.CnsQueryFilter{ContainerClusterIds: []string{cluster}}), []string{"a", "b"})
	b.wants("datastore", one(cnstypes.CnsQueryFilter{Datastores: []types.ManagedObjectReference{b.stores["local"]}}), []string{"b"})
	b.wants("label", one(cnstypes.CnsQueryFilter{Labels: []types.KeyValue{{Key: "app", Value: "db"}}}), []string{"b"})
	b.wants("claim", find(&cnstypes.CnsKubernetesQueryFilter{PvcNames: []string{"data"}}), []string{"b"})
	b.wants("namespace", find(&cnstypes.CnsKubernetesQueryFilter{Namespaces: []string{"other"}}), []string{})

	all, err := b.client.QueryAllVolume(ctx, cnstypes.CnsQueryFilter{}, cnstypes.CnsQuerySelection{
		Names: []string{string(cnstypes.QuerySelectionNameTypeBackingObjectDetails)},
	})
	b.must(err)
	b.wants("no name", all.Volumes[1].Name, "")
	details, ok := all.Volumes[1].BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails)
	if !ok || details.CapacityInMb != 20 || details.BackingDiskId != second.Id {
		t.Errorf("the details are %#v", all.Volumes[1].BackingObjectDetails)
	}
	task, err := b.client.QueryVolumeAsync(ctx, cnstypes.CnsQueryFilter{Names: []string{"b"}}, nil)
	asked := b.result(task, err).(*cnstypes.CnsAsyncQueryResult)
	b.wants("async", asked.QueryResult.Volumes[0].VolumeId, second)
	b.wants("url", asked.QueryResult.Volumes[0].DatastoreUrl, b.url("local"))
}

func (b *volumeBed) url(store string) string {
	for _, each := range b.datastores() {
		if each.Name == store {
			return each.URL
		}
	}
	return ""
}

func TestACursorReadsPages(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	for i := range 7 {
		b.made(fmt.Sprint("pvc-", i), 1)
	}
	var names []string
	var sizes []int

	cursor := &cnstypes.CnsCursor{Limit: 3}
	for cursor.Offset == 0 || cursor.Offset < cursor.TotalRecords {
		result, err := b.client.QueryVolume(context.Background(), &cnstypes.CnsQueryFilter{Cursor: cursor})
		b.must(err)
		for _, each := range result.Volumes {
			names = append(names, each.Name)
		}
		sizes = append(sizes, len(result.Volumes))
		cursor = &result.Cursor
	}

	page := cnstypes.CnsQueryFilter{Cursor: &cnstypes.CnsCursor{Offset: 5, Limit: 3}}
	selection := cnstypes.CnsQuerySelection{Names: []string{string(cnstypes.QuerySelectionNameTypeVolumeName)}}
	all, err := b.client.QueryAllVolume(context.Background(), page, selection)
	b.must(err)
	task, err := b.client.QueryVolumeAsync(context.Background(), page, &selection)
	async := b.result(task, err).(*cnstypes.CnsAsyncQueryResult).QueryResult
	for _, result := range []cnstypes.CnsQueryResult{*all, async} {
		b.wants("last page", len(result.Volumes), 2)
		b.wants("first name", result.Volumes[0].Name, "pvc-5")
		b.wants("cursor", result.Cursor, cnstypes.CnsCursor{Offset: 7, Limit: 3, TotalRecords: 7})
	}
	page.Cursor.Offset = 99
	beyond, err := b.client.QueryVolume(context.Background(), &page)
	b.must(err)
	b.wants("beyond the end", len(beyond.Volumes), 0)

	b.wants("pages", sizes, []int{3, 3, 1})
	b.wants("names", names, []string{"pvc-0", "pvc-1", "pvc-2", "pvc-3", "pvc-4", "pvc-5", "pvc-6"})
	b.wants("total", cursor.TotalRecords, int64(7))
}

func TestAFilterWithoutATypeIsRefused(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")

	_, err := methods.CnsQueryVolume(context.Background(), b.client, &cnstypes.CnsQueryVolume{This: cns.CnsVolumeManagerInstance})

	b.wants("fault", failureOf(err), "InvalidArgument")
}

func TestTasksTakeTimeAndAreQueued(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.settings(settingsRequest{Workers: pointer(1)})
	b.rules(&volumeRule{Method: "CnsCreateVolume", Count: 2, Hold: true})

	first, second := b.start(b.spec("a", 10)), b.start(b.spec("b", 10))

	b.within("one runs", func() bool { return b.volumeTasks()[0].State == "running" })
	b.wants("states", b.volumeTasks()[1].State, "queued")
	b.wants("volumes", len(b.volumes()), 0)
	b.release()
	b.result(first, nil)
	b.result(second, nil)
	b.wants("volumes", len(b.volumes()), 2)

	b.settings(settingsRequest{Methods: map[string]taskTimes{"CnsCreateVolume": {QueueMs: 100, RunMs: 200}}})
	before := time.Now()
	b.made("c", 10)
	if took := time.Since(before); took < 300*time.Millisecond {
		t.Errorf("the task took %s", took)
	}
}

func (b *volumeBed) state(task *object.Task) string {
	client := &cnsVim{b.client}
	info, err := client.info(task.Reference())
	if err != nil {
		return failureOf(err)
	}
	return string(info.State)
}

// cnsVim reads tasks with the SOAPAction of the vSAN API.
type cnsVim struct{ *cns.Client }

func (c *cnsVim) info(ref types.ManagedObjectReference) (types.TaskInfo, error) {
	service := c.Client.Client.NewServiceClient("/sdk", cns.Namespace)
	service.Version = c.Client.Version
	return taskInfo(service, ref)
}

func taskInfo(client soap.RoundTripper, ref types.ManagedObjectReference) (types.TaskInfo, error) {
	var task mo.Task
	err := mo.RetrieveProperties(context.Background(), client,
		types.ManagedObjectReference{Type: "PropertyCollector", Value: "propertyCollector"}, ref, &task)
	return task.Info, err
}

func TestTasksVanish(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")

	b.settings(settingsRequest{RetentionMs: pointer[int64](0)})
	retained := b.start(b.spec("a", 10))
	b.within("the task is gone", func() bool { return b.state(retained) == "ManagedObjectNotFound" })

	b.settings(settingsRequest{})
	b.rules(&volumeRule{Lose: atStart}, &volumeRule{Lose: atEnd})
	atOnce, later := b.start(b.spec("b", 10)), b.start(b.spec("c", 10))
	b.wants("at the start", b.state(atOnce), "ManagedObjectNotFound")
	b.within("the other is gone", func() bool { return b.state(later) == "ManagedObjectNotFound" })
	b.within("the work is done", func() bool { return len(b.volumes()) == 3 })

	b.rules(&volumeRule{Hold: true})
	held := b.start(b.spec("d", 10))
	_, err := withVolumesFor(b.center, (*volumeManager).vanishTasks)(tasksRequest{IDs: []string{held.Reference().Value}})
	b.must(err)
	b.wants("by an admin call", b.state(held), "ManagedObjectNotFound")
	b.release()
	b.within("the work goes on", func() bool { return len(b.volumes()) == 4 })
	b.wants("listed", b.volumeTasks()[3].Vanished, true)
}

func TestTasksSurviveARestartOrNot(t *testing.T) {
	for policy, want := range map[string]struct{ finished, unfinished, volumes string }{
		keepTasks:   {"success", "success", "[a b]"},
		finishTasks: {"ManagedObjectNotFound", "ManagedObjectNotFound", "[a b]"},
		loseTasks:   {"ManagedObjectNotFound", "ManagedObjectNotFound", "[a]"},
	} {
		b := newVolumeBed(t, "8.0.3.0")
		b.settings(settingsRequest{OnRestart: &policy})
		finished := b.start(b.spec("a", 10))
		b.result(finished, nil)
		b.rules(&volumeRule{Hold: true})
		unfinished := b.start(b.spec("b", 10))

		restarted := b.afterRestart()

		b.within(policy, func() bool { return restarted.state(unfinished) == want.unfinished })
		b.wants(policy, restarted.state(finished), want.finished)
		var names []string
		for _, each := range restarted.volumes() {
			names = append(names, each.Name)
		}
		b.wants(policy, fmt.Sprint(names), want.volumes)
		if next := restarted.start(restarted.spec("c", 10)).Reference(); next == finished.Reference() || next == unfinished.Reference() {
			t.Errorf("%s: the task %s is reissued", policy, next.Value)
		}
	}
}

func TestARestartKeepsVolumesDisksAndURLs(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 100, "fast")
	pv := cnstypes.CnsVolumeMetadata{
		ContainerCluster: containerCluster(cluster),
		EntityMetadata:   []cnstypes.BaseCnsEntityMetadata{entity(cnstypes.CnsKubernetesEntityTypePV, "", "pv-1", cluster)},
	}
	b.update(id, pv)
	b.result(b.client.CreateSnapshots(context.Background(), []cnstypes.CnsSnapshotCreateSpec{{VolumeId: id, Description: "s"}}))
	attach := []cnstypes.CnsVolumeAttachDetachSpec{{VolumeId: id, Vm: vmRef(b.vms[0])}}
	b.result(b.client.AttachVolume(context.Background(), attach))

	restarted := b.afterRestart()

	b.wants("volumes", restarted.volumes(), b.volumes())
	b.wants("disks", restarted.disks(), b.disks())
	b.wants("datastores", restarted.datastores(), b.datastores())
	b.wants("detach", faultIn(restarted.result(restarted.client.DetachVolume(context.Background(), attach))), "")
}

func TestARestoreFromAnOlderSaveReissuesTaskIDs(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.made("old", 10)
	dir := b.TempDir()
	_, err := b.center.save(saveRequest{Directory: dir})
	b.must(err)
	lost := b.start(b.spec("lost", 10))
	b.result(lost, nil)

	restored := b.from(dir)

	b.wants("volumes", len(restored.volumes()), 1)
	b.wants("task before", restored.state(lost), "ManagedObjectNotFound")
	b.wants("reissued", restored.start(restored.spec("other", 10)).Reference(), lost.Reference())
}

func TestFaultsAreInResultsOrTasksOrCalls(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(
		&volumeRule{Method: "CnsCreateVolume", Fault: "CnsFault"},
		&volumeRule{Method: "CnsCreateVolume", Subject: "b", Fault: "ResourceInUse", In: inTask},
		&volumeRule{Method: "CnsCreateVolume", Subject: "c", Fault: "HostNotConnected", In: inCall},
		&volumeRule{Method: "CnsCreateVolume", Subject: "d", Fault: "NoDiskSpace", After: true},
	)

	b.wants("result", faultIn(b.create(b.spec("a", 10))), "CnsFault")
	b.wants("task", b.faultOf(b.start(b.spec("b", 10)), nil), "ResourceInUse")
	_, err := b.client.CreateVolume(context.Background(), []cnstypes.CnsVolumeCreateSpec{b.spec("c", 10)})
	b.wants("call", failureOf(err), "HostNotConnected")
	b.wants("volumes", len(b.volumes()), 0)
	after := b.create(b.spec("d", 10))
	b.wants("after", faultIn(after), "NoDiskSpace")
	b.wants("id", after.VolumeId.Id, "")
	b.wants("the work is done", len(b.volumes()), 1)
	b.wants("then", faultIn(b.create(b.spec("a", 10))), "")

	b.settings(settingsRequest{FaultsAsTaskErrors: pointer(true)})
	b.wants("by setting", b.faultOf(b.start(b.spec("e", 99_999_999)), nil), "CnsFault")
	_, err = withVolumesFor(b.center, (*volumeManager).putRules)(rulesRequest{Rules: []*volumeRule{{Fault: "NoSuchFault"}}})
	if err == nil || !strings.Contains(err.Error(), "NoSuchFault") {
		t.Errorf("an unknown fault is accepted: %v", err)
	}
}

func TestARuleMayChangeEveryCall(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(
		&volumeRule{Method: "CnsQueryVolume", Fault: "HostNotConnected", Count: -1},
		&volumeRule{Method: "CnsCreateVolume", Fault: "NoPermission", In: inCall, After: true},
	)
	query := func() string {
		_, err := b.client.QueryVolume(context.Background(), &cnstypes.CnsQueryFilter{})
		return failureOf(err)
	}

	for range 3 {
		b.wants("query", query(), "HostNotConnected")
	}
	_, err := b.client.CreateVolume(context.Background(), []cnstypes.CnsVolumeCreateSpec{b.spec("a", 10)})
	b.wants("after the work", failureOf(err), "NoPermission")
	b.within("the volume is there", func() bool { return len(b.volumes()) == 1 })

	b.rules()
	b.wants("without rules", query(), "")
}

func TestCallsHang(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(
		&volumeRule{Method: "CnsCreateVolume", Subject: "late", Hang: atStart},
		&volumeRule{Method: "CnsCreateVolume", Subject: "early", Hang: atEnd},
		&volumeRule{Method: "CnsQueryVolume", Hang: atStart},
	)
	impatient, cancel := context.WithCancel(context.Background())
	answers := make(chan error, 3)
	create := func(ctx context.Context, name string) {
		_, err := b.client.CreateVolume(ctx, []cnstypes.CnsVolumeCreateSpec{b.spec(name, 10)})
		answers <- err
	}
	go create(impatient, "late")
	go create(context.Background(), "early")
	go func() {
		_, err := b.client.QueryVolume(context.Background(), &cnstypes.CnsQueryFilter{})
		answers <- err
	}()

	b.within("three calls wait", func() bool { return b.counts().Waiting == 3 })
	b.within("one has done its work", func() bool { return len(b.volumes()) == 1 })
	b.wants("its name", b.volumes()[0].Name, "early")
	b.made("other", 10) // no call stops another one
	cancel()
	b.wants("a client that does not wait", failureOf(<-answers) != "", true)
	b.wants("no other answer", len(answers), 0)

	b.releaseCalls()

	b.wants("answer", failureOf(<-answers), "")
	b.wants("answer", failureOf(<-answers), "")
	b.within("the work of all is done", func() bool { return len(b.volumes()) == 3 })
	b.wants("waiting", b.counts().Waiting, 0)
}

func TestWrongRulesAndSettingsAreRefused(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	for want, rule := range map[string]*volumeRule{
		`no method "CnsCreate"`:  {Method: "CnsCreate", Hold: true},
		`hang is "now"`:          {Hang: "now"},
		`lose is "now"`:          {Lose: "now"},
		`in is "answer"`:         {In: "answer", Fault: "CnsFault"},
		"queries start no task":  {Method: "CnsQueryVolume", Fault: "CnsFault", In: inTask},
		"lose and hold":          {Hang: atStart, Hold: true},
		`no fault "NoSuchFault"`: {Fault: "NoSuchFault"},
		`no fault "CnsVolumeId"`: {Fault: "CnsVolumeId"},
		"hang changes calls":     {In: inResult, Hang: atEnd},
		`no method "ServeSDK"`:   {Method: "ServeSDK"},
	} {
		_, err := withVolumesFor(b.center, (*volumeManager).putRules)(rulesRequest{Rules: []*volumeRule{rule}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for want, request := range map[string]settingsRequest{
		`no method "CnsCreate"`: {Methods: map[string]taskTimes{"CnsCreate": {}}},
		`onRestart is "forget"`: {OnRestart: pointer("forget")},
		"workers is -1":         {Workers: pointer(-1)},
		`no fault "Gone"`:       {MissingVolume: pointer("Gone")},
	} {
		_, err := withVolumesFor(b.center, (*volumeManager).putSettings)(request)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	b.wants("settings", b.center.cns.settings, defaultVolumeSettings())
}

func TestCallsAreCounted(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(&volumeRule{Count: 3, Hold: true})
	tasks := []*object.Task{b.start(b.spec("a", 10)), b.start(b.spec("b", 10)), b.start(b.spec("c", 10))}
	b.release()
	for _, task := range tasks {
		b.result(task, nil)
	}
	_, err := b.client.QueryVolume(context.Background(), &cnstypes.CnsQueryFilter{})
	b.must(err)

	counts := b.counts()

	b.wants("calls", counts.Calls, map[string]int{"CnsCreateVolume": 3, "CnsQueryVolume": 1})
	b.wants("specs", counts.Specs["CnsCreateVolume"], 3)
	b.wants("at once", counts.MaxInFlight, 3)
	b.wants("now", counts.InFlight, 0)
}

func TestResultsNeedTheSoapActionOfVsan(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	task := b.start(b.spec("a", 10))
	b.result(task, nil)

	_, err := taskInfo(b.vim.Client, task.Reference())
	if err == nil || !strings.Contains(err.Error(), "SOAPAction") {
		t.Errorf("another SOAPAction: %v", err)
	}
	b.settings(settingsRequest{AnySoapAction: pointer(true)})
	_, err = taskInfo(b.vim.Client, task.Reference())
	b.must(err)
}

func TestAListViewOfTasksIsWatched(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := context.Background()
	service := b.client.Client.NewServiceClient("/sdk", cns.Namespace)
	service.Version = b.client.Version
	client := *b.vim.Client
	client.Client, client.RoundTripper = service, service
	manager := view.NewManager(&client)
	list, err := manager.CreateListView(ctx, nil)
	b.must(err)
	collector, err := property.DefaultCollector(&client).Create(ctx)
	b.must(err)
	filter := types.CreateFilter{Spec: types.PropertyFilterSpec{
		PropSet: []types.PropertySpec{{Type: "Task", PathSet: []string{"info"}}},
		ObjectSet: []types.ObjectSpec{{
			Obj: list.Reference(), Skip: types.NewBool(true),
			SelectSet: []types.BaseSelectionSpec{&types.TraversalSpec{Type: "ListView", Path: "view"}},
		}},
	}}
	_, err = collector.CreateFilter(ctx, filter)
	b.must(err)
	version := ""
	var seen []string
	var last types.TaskInfo
	wait := func() {
		set, err := collector.WaitForUpdates(ctx, version, &types.WaitOptions{MaxWaitSeconds: types.NewInt32(10)})
		b.must(err)
		if set == nil {
			t.Fatal("no update in 10 s")
		}
		version = set.Version
		for _, filter := range set.FilterSet {
			for _, each := range filter.ObjectSet {
				if each.Kind == leave {
					seen = append(seen, "leave")
				}
				for _, change := range each.ChangeSet {
					if info, ok := change.Val.(types.TaskInfo); ok {
						last = info
						seen = append(seen, string(info.State))
					}
				}
			}
		}
	}
	wait()
	b.rules(&volumeRule{Hold: true})
	task := b.start(b.spec("a", 10))
	_, err = list.Add(ctx, []types.ManagedObjectReference{task.Reference()})
	b.must(err)
	for len(seen) == 0 || seen[len(seen)-1] != "running" {
		wait()
	}
	b.release()
	for last.State != "success" {
		wait()
	}

	done := last.Result.(cnstypes.CnsVolumeOperationBatchResult)
	b.wants("result", done.VolumeResults[0].(*cnstypes.CnsVolumeCreateResult).Name, "a")
	_, err = withVolumesFor(b.center, (*volumeManager).vanishTasks)(tasksRequest{All: true})
	b.must(err)
	for seen[len(seen)-1] != "leave" {
		wait()
	}
}

func TestVersionsOfTheVsanAPI(t *testing.T) {
	for api, want := range map[string]string{
		"6.7.3": "vSAN 6.7U3", "7.0.0.0": "7.0", "7.0.1.0": "vSAN 7.0U1", "7.0.3.0": "vSAN 7.0U3",
		"8.0.0.1": "8.0.0.1", "8.0.3.0": "8.0.3.0", "9.1.0.0": "9.1.0.0",
	} {
		if got := vsanVersion(api); got != want {
			t.Errorf("%s: got %s, want %s", api, got, want)
		}
	}
	b := newVolumeBed(t, "8.0.3.0")
	b.wants("of the client", b.client.Version, "8.0.3.0")
	res, err := b.vim.Client.Client.Get(strings.TrimSuffix(b.center.url(), "/sdk") + "/sdk/vsanServiceVersions.xml")
	b.must(err)
	text, err := io.ReadAll(res.Body)
	b.must(err)
	_ = res.Body.Close()
	b.wants("status", res.StatusCode, http.StatusOK)
	if !strings.Contains(string(text), "<version>vSAN 7.0U3</version>") {
		t.Errorf("older versions are missing: %s", text)
	}
}

func TestOldVersionsHaveFewerMethods(t *testing.T) {
	b := newVolumeBed(t, "7.0.1.0")
	_, err := b.client.QueryVolumeAsync(context.Background(), cnstypes.CnsQueryFilter{}, nil)
	b.wants("async query", failureOf(err), "MethodNotFound")
}

func TestOldVersionsRejectNewElements(t *testing.T) {
	distribution := func(spec *cnstypes.CnsVolumeCreateSpec) {
		spec.Metadata.ContainerCluster.ClusterDistribution = "VanillaK8S"
	}
	array := func(spec *cnstypes.CnsVolumeCreateSpec) {
		spec.Metadata.ContainerClusterArray = []cnstypes.CnsContainerCluster{{ClusterId: cluster, ClusterType: "KUBERNETES"}}
	}
	entities := func(spec *cnstypes.CnsVolumeCreateSpec) {
		spec.Metadata.EntityMetadata = []cnstypes.BaseCnsEntityMetadata{entity(cnstypes.CnsKubernetesEntityTypePV, "", "pv", cluster)}
	}
	url := func(spec *cnstypes.CnsVolumeCreateSpec) {
		spec.BackingObjectDetails.(*cnstypes.CnsBlockBackingDetails).BackingDiskUrlPath = "https://vc/folder/a.vmdk"
	}
	flavour := func(spec *cnstypes.CnsVolumeCreateSpec) {
		spec.Metadata.ContainerCluster.ClusterFlavor = "VANILLA"
	}
	for _, each := range []struct {
		api, what string
		add       func(*cnstypes.CnsVolumeCreateSpec)
		rejected  bool
	}{
		{"6.7.3", "nothing", func(*cnstypes.CnsVolumeCreateSpec) {}, false},
		{"6.7.3", "flavour", flavour, true},
		{"6.7.3", "array", array, true},
		{"6.7.3", "cluster of an entity", entities, true},
		{"7.0.0.0", "flavour", flavour, false},
		{"7.0.0.0", "array", array, false},
		{"7.0.0.0", "cluster of an entity", entities, false},
		{"7.0.0.0", "URL", url, true},
		{"7.0.1.0", "URL", url, false},
		{"7.0.1.0", "distribution", distribution, true},
		{"7.0.2.0", "distribution", distribution, false},
	} {
		spec := (*volumeBed)(nil).spec("a", 10)
		spec.Metadata.ContainerCluster.ClusterFlavor = ""
		each.add(&spec)
		request := &cnstypes.CnsCreateVolume{CreateSpecs: []cnstypes.CnsVolumeCreateSpec{spec}}
		if rejects := tooNew(each.api, request); rejects != each.rejected {
			t.Errorf("%s with %s: rejected %v", each.api, each.what, rejects)
		}
	}

	b := newVolumeBed(t, "7.0.1.0")
	spec := b.spec("a", 10)
	distribution(&spec)
	_, err := methods.CnsCreateVolume(context.Background(), b.client, &cnstypes.CnsCreateVolume{
		This: cns.CnsVolumeManagerInstance, CreateSpecs: []cnstypes.CnsVolumeCreateSpec{spec},
	})
	b.wants("unknown element", failureOf(err), "InvalidRequest")
}

func TestAnFCDMayBeUnknownToCNS(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10)

	_, err := withVolumesFor(b.center, (*volumeManager).forget)(idsRequest{IDs: []string{id.Id}})
	b.must(err)

	b.wants("volumes", len(b.volumes()), 0)
	b.wants("disk", b.disks()[0].Volume, false)
}

func TestStockCNSIsASwitch(t *testing.T) {
	center, err := open(options{listen: "127.0.0.1:0", username: "u", password: "p", apiVersion: "8.0.3.0", stockCNS: true})
	if err != nil {
		t.Fatal(err)
	}
	b := &volumeBed{bed: &bed{T: t, center: center, ctx: center.context()}}
	t.Cleanup(center.remove)
	t.Cleanup(center.server.Close)
	_, err = center.addTopology(topologyRequest{Datacenters: []datacenterSpec{
		{Name: "dc", Clusters: []clusterSpec{{Name: "c", Hosts: []string{"h1"}}}},
	}})
	b.must(err)
	b.login()
	spec := b.spec("a", 10)
	spec.Datastores = []types.ManagedObjectReference{findDatacenter(b.ctx, "dc").Datastore[0]}

	b.wants("create", faultIn(b.create(spec)), "")
	_, err = withVolumes(center, (*volumeManager).listVolumes)()
	b.wants("admin", err, errStock)
}
