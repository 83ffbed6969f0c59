package main

import (
	"context"
	"testing"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vslm"
)

// retrieve reads a disk from the catalogue of a datastore, and returns the type of the fault, or "".
func (b *volumeBed) retrieve(store string, id cnstypes.CnsVolumeId) string {
	b.Helper()
	found, err := vslm.NewObjectManager(b.vim.Client).Retrieve(context.Background(), b.stores[store], id.Id)
	if err == nil {
		b.wants("id", found.Config.Id.Id, id.Id)
	}
	return failureOf(err)
}

// retrieveAnywhere reads a disk from the catalogue of the vCenter.
func (b *volumeBed) retrieveAnywhere(id cnstypes.CnsVolumeId) string {
	b.Helper()
	client, err := vslm.NewClient(context.Background(), b.vim.Client)
	b.must(err)
	found, err := vslm.NewGlobalObjectManager(client).Retrieve(context.Background(), types.ID{Id: id.Id})
	if err == nil {
		b.wants("id", found.Config.Id.Id, id.Id)
	}
	return failureOf(err)
}

// catalogued returns how many disks a datastore lists.
func (b *volumeBed) catalogued(store string) int {
	b.Helper()
	found, err := vslm.NewObjectManager(b.vim.Client).List(context.Background(), b.stores[store])
	b.must(err)
	return len(found)
}

func TestTheCatalogueFindsADiskInItsDatastore(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	gone := cnstypes.CnsVolumeId{Id: "gone"}

	b.wants("its datastore", b.retrieve("fast", id), "")
	b.wants("another one", b.retrieve("local", id), "NotFound")
	b.wants("anywhere", b.retrieveAnywhere(id), "")
	b.wants("no disk", []string{b.retrieve("fast", gone), b.retrieveAnywhere(gone)}, []string{"NotFound", "NotFound"})
	b.wants("lists", []int{b.catalogued("fast"), b.catalogued("local")}, []int{1, 0})
	_, err := withVolumesFor(b.center, (*volumeManager).forget)(idsRequest{IDs: []string{id.Id}})
	b.must(err)
	b.wants("forgotten by CNS", []string{b.retrieve("fast", id), b.retrieveAnywhere(id)}, []string{"", ""})
}

func TestTheCatalogueDoesNotSayNotFoundWithoutALook(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	both := func() []string { return []string{b.retrieve("fast", id), b.retrieveAnywhere(id)} }
	store := objectRef{Type: "Datastore", ID: b.stores["fast"].Value}

	_, err := b.center.setPrivileges(privilegesRequest{Missing: []missingPrivileges{
		{Type: store.Type, ID: store.ID, Privileges: []string{fileManagement}},
	}})
	b.must(err)
	b.wants("without the right", both(), []string{"NoPermission", "NoPermission"})
	_, err = b.center.setPrivileges(privilegesRequest{})
	b.must(err)
	b.deny(denial{Objects: []objectRef{store}})
	b.wants("hidden", both(), []string{"NoPermission", "NoPermission"})
	b.deny(denial{})
	_, err = b.center.changeDatastores(datastoresRequest{Datastores: []datastoreSpec{
		{Datacenter: "dc", Name: "fast", Accessible: pointer(false)},
	}})
	b.must(err)
	b.wants("inaccessible", both(), []string{"InaccessibleDatastore", "InaccessibleDatastore"})
	_, err = vslm.NewObjectManager(b.vim.Client).List(context.Background(), b.stores["fast"])
	b.wants("list", failureOf(err), "InaccessibleDatastore")
}

func TestAVCenterIsRestoredFromABackup(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	kept, deleted := b.made("kept", 10, "fast"), b.made("deleted", 10, "fast")
	restore := func(request restoreRequest) error {
		_, err := withVolumesFor(b.center, (*volumeManager).restoreBackup)(request)
		return err
	}
	b.wants("without a backup", restore(restoreRequest{Volumes: true}) != nil, true)
	_, err := withVolumes(b.center, (*volumeManager).backUp)()
	b.must(err)
	created := b.made("created", 10, "fast")
	b.wants("delete", b.remove(deleted, true), "")
	b.attach(b.vms[0], created)

	b.must(restore(restoreRequest{Catalogue: true}))

	b.wants("created", []string{b.retrieve("fast", created), b.retrieveAnywhere(created)}, []string{"NotFound", "NotFound"})
	b.wants("kept", []string{b.retrieve("fast", kept), b.retrieveAnywhere(kept)}, []string{"", ""})
	b.wants("deleted", []string{b.retrieve("fast", deleted), b.retrieveAnywhere(deleted)}, []string{"NotFound", "NotFound"})
	b.wants("list", b.catalogued("fast"), 2)
	_, err = b.client.AttachVolume(context.Background(), attachSpecs(b.vms[1], created))
	b.wants("attach", failureOf(err), "NotFound")

	b.must(restore(restoreRequest{Volumes: true}))

	b.wants("volumes", b.listed(&cnstypes.CnsQueryFilter{}), []string{"kept", "deleted"})
	b.wants("a volume without its disk", b.volumes()[1].Datastore, "")
	b.wants("the VM has its disk", len(b.machineDisks(b.vms[0])), 1)

	task, err := vslm.NewObjectManager(b.vim.Client).ReconcileDatastoreInventory(context.Background(), b.stores["fast"])
	b.must(err)
	b.must(task.Wait(context.Background()))
	b.wants("after the reconciliation", b.retrieve("fast", created), "")
	b.must(restore(restoreRequest{Catalogue: true}))
	_, err = withVolumes(b.center, (*volumeManager).reconcile)()
	b.must(err)
	b.wants("after that of all", b.catalogued("fast"), 2)
	b.wants("anywhere", b.retrieveAnywhere(created), "")
}
