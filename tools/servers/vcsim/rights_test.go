package main

import (
	"testing"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/types"
)

func (b *bed) deny(denied denial) {
	b.Helper()
	_, err := b.center.deny(denied)
	b.must(err)
}

func vmRefs(ids ...string) []objectRef {
	refs := make([]objectRef, len(ids))
	for i, id := range ids {
		refs[i] = objectRef{Type: "VirtualMachine", ID: id}
	}
	return refs
}

func (b *bed) read(ref types.ManagedObjectReference, path string) *methods.RetrievePropertiesExBody {
	return b.collector.RetrievePropertiesEx(b.ctx, &types.RetrievePropertiesEx{SpecSet: []types.PropertyFilterSpec{{
		PropSet:   []types.PropertySpec{{Type: ref.Type, PathSet: []string{path}}},
		ObjectSet: []types.ObjectSpec{{Obj: ref}},
	}}}).(*methods.RetrievePropertiesExBody)
}

func (b *bed) search(id string) int {
	found := (&searchIndex{b.ctx.Map.SearchIndex()}).FindAllByUuid(b.ctx, &types.FindAllByUuid{
		Uuid: b.machine(id).Config.Uuid, VmSearch: true,
	})
	return len(found.(*methods.FindAllByUuidBody).Res.Returnval)
}

func TestAVMThatMayNotBeSeenLeavesAndComesBack(t *testing.T) {
	b := newBed(t, 2)
	version, _ := b.wait("")

	b.deny(denial{Objects: vmRefs(b.vms[0])})
	version, got := b.wait(version)
	b.expect(got, b.vms[0], leave)
	b.rename(b.vms[0])
	version, got = b.wait(version)
	b.expect(got)

	b.deny(denial{})
	_, got = b.wait(version)
	b.expect(got, b.vms[0], enter)
}

func TestSearchesLeaveOutWhatMayNotBeSeen(t *testing.T) {
	b := newBed(t, 2)

	b.deny(denial{Objects: vmRefs(b.vms[0])})

	if b.search(b.vms[0]) != 0 || b.search(b.vms[1]) != 1 {
		t.Error("the wrong VM is found")
	}
}

func TestADirectReadOfWhatMayNotBeSeenIsNoPermission(t *testing.T) {
	b := newBed(t, 1)
	ref := references(b.vms)[0]

	b.deny(denial{Objects: vmRefs(b.vms[0])})
	missing := b.read(ref, "name").Res.Returnval.Objects[0]
	b.deny(denial{Objects: vmRefs(b.vms[0]), Refuse: true})
	refused := b.read(ref, "name").Fault_

	if len(missing.PropSet) != 0 || len(missing.MissingSet) != 1 {
		t.Errorf("the answer is %v", missing)
	} else if _, ok := missing.MissingSet[0].Fault.Fault.(*types.NoPermission); !ok {
		t.Errorf("the fault is %T", missing.MissingSet[0].Fault.Fault)
	}
	if refused == nil {
		t.Error("the read is not refused")
	} else if _, ok := refused.VimFault().(*types.NoPermission); !ok {
		t.Errorf("the fault is %T", refused.VimFault())
	}
}

func TestWhatDoesNotExistIsNotAMatterOfRights(t *testing.T) {
	b := newBed(t, 1)
	b.deny(denial{Everything: true, Refuse: true})

	gone := b.read(types.ManagedObjectReference{Type: "VirtualMachine", Value: "vm-99999"}, "name").Fault_

	if gone == nil {
		t.Fatal("the VM is there")
	}
	if _, ok := gone.VimFault().(*types.ManagedObjectNotFound); !ok {
		t.Errorf("the fault is %T", gone.VimFault())
	}
}

func TestWhoMaySeeNothingFindsNothing(t *testing.T) {
	b := newBed(t, 2)
	version, _ := b.wait("")
	b.deny(denial{Everything: true})

	_, got := b.wait(version)
	b.expect(got, b.vms[0], leave, b.vms[1], leave)
	if b.search(b.vms[0]) != 0 {
		t.Error("the VM is found")
	}
	_, fault := mayCall(b.ctx, &simulator.Method{Name: "QueryEvents", This: *content(b.ctx).EventManager})
	if _, ok := fault.(*types.NoPermission); !ok {
		t.Errorf("events are refused with %T", fault)
	}
}

func TestAFolderThatMayNotBeSeenHidesItsVMs(t *testing.T) {
	b := newBed(t, 1)
	folder := findDatacenter(b.ctx, "dc").VmFolder

	b.deny(denial{Objects: []objectRef{{Type: folder.Type, ID: folder.Value}}})

	if b.search(b.vms[0]) != 0 {
		t.Error("the VM is found")
	}
	host := references([]string{""})[0]
	host.Type, host.Value = "HostSystem", findHost(b.ctx, "h1").Self.Value
	for _, property := range b.read(host, "vm").Res.Returnval.Objects[0].PropSet {
		if list, ok := property.Val.(types.ArrayOfManagedObjectReference); ok && len(list.ManagedObjectReference) > 0 {
			t.Errorf("the host lists %v", list.ManagedObjectReference)
		}
	}
}

func TestWhoeverLogsOutLeavesTheManagersToTheOthers(t *testing.T) {
	b := newBed(t, 1)
	if _, fault := mayCall(b.ctx, &simulator.Method{This: *content(b.ctx).SearchIndex}); fault != nil {
		t.Fatal(fault)
	}

	b.ctx.Map.SessionManager().Logout(b.ctx, nil)

	if get[simulator.TaskManager](b.ctx, *content(b.ctx).TaskManager) == nil {
		t.Error("there is no TaskManager any more")
	}
}
