package main

import (
	"testing"

	"github.com/vmware/govmomi/vim25/types"
)

func TestAnInventoryIsLoadedAsItWasSaved(t *testing.T) {
	b := newBed(t, 20)
	_, err := b.center.addTopology(topologyRequest{Datacenters: []datacenterSpec{
		{Name: "other", Clusters: []clusterSpec{{Name: "c2", Hosts: []string{"h3", "h4"}}}},
	}})
	b.must(err)
	made, _ := b.center.addCategories(categoriesRequest{Categories: []categorySpec{{Name: "zone", Tags: []string{"a"}}}})
	tag := made.Categories[0].Tags["a"]
	tagged := []attachment{{Tag: tag, Objects: []objectRef{{Type: "VirtualMachine", ID: b.vms[3]}}}}
	if _, err := b.center.changeAttachments(attachmentsRequest{Attach: tagged}); err != nil {
		t.Fatal(err)
	}
	swap := [][2]string{{b.vms[0], b.vms[1]}}
	dir := t.TempDir()
	if _, err := b.center.save(saveRequest{Directory: dir, Reissue: swap}); err != nil {
		t.Fatal(err)
	}

	again, err := open(options{listen: "127.0.0.1:0", load: dir, apiVersion: "8.0.3.0"})
	b.must(err)
	t.Cleanup(again.remove)
	t.Cleanup(again.server.Close)
	loaded, err := open(options{listen: "127.0.0.1:0", load: dir, apiVersion: "8.0.3.0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(loaded.remove)
	t.Cleanup(loaded.server.Close)

	names := make(map[string]string)
	machines, _ := loaded.listMachines()
	for _, each := range machines {
		names[each.ID] = each.Name
	}
	if len(names) != 20 || names[b.vms[0]] != "vm-1" || names[b.vms[1]] != "vm-0" || names[b.vms[2]] != "vm-2" {
		t.Errorf("VMs are %v", names)
	}
	if was, is := instanceUUID(b.ctx), instanceUUID(loaded.context()); was != is {
		t.Errorf("instanceUuid was %s, is %s", was, is)
	}
	attached, _ := loaded.tagging.attacher.AttachedObjects(tag)
	if len(attached) != 1 || attached[0] != (types.ManagedObjectReference{Type: "VirtualMachine", Value: b.vms[3]}) {
		t.Errorf("the tag is on %v", attached)
	}
}
