package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/types"
)

// bed is a vCenter with some VMs, and a session with a ListView of them.
type bed struct {
	*testing.T
	center    *vcenter
	ctx       *simulator.Context
	vms       []string
	collector *collector
	view      *simulator.ListView
}

func newBed(t *testing.T, vms int) *bed {
	center, err := open(options{listen: "127.0.0.1:0", username: "u", password: "p", apiVersion: "8.0.3.0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(center.remove)
	t.Cleanup(center.server.Close)
	if _, err := center.addTopology(topologyRequest{Datacenters: []datacenterSpec{
		{Name: "dc", Clusters: []clusterSpec{{Name: "c", Hosts: []string{"h1", "h2"}}}},
	}}); err != nil {
		t.Fatal(err)
	}
	b := &bed{T: t, center: center, ctx: center.context()}
	b.vms = b.add("vm", vms)
	b.collector = b.ctx.Session.Get(content(b.ctx).PropertyCollector).(*collector)
	b.view = b.listView(b.vms)
	b.filterOn(b.view.Self, "name", "guest.net", "runtime.powerState")
	return b
}

func (b *bed) add(prefix string, count int) []string {
	b.Helper()
	specs := make([]machineSpec, count)
	for i := range specs {
		name := fmt.Sprintf("%s-%d", prefix, i)
		specs[i] = machineSpec{Name: &name, Datacenter: "dc", Cluster: "c"}
	}
	made, err := b.center.addMachines(machinesRequest{Machines: specs})
	if err != nil {
		b.Fatal(err)
	}
	return made.IDs
}

func references(ids []string) []types.ManagedObjectReference {
	refs := make([]types.ManagedObjectReference, len(ids))
	for i, id := range ids {
		refs[i] = types.ManagedObjectReference{Type: "VirtualMachine", Value: id}
	}
	return refs
}

func (b *bed) listView(ids []string) *simulator.ListView {
	body := b.ctx.Map.ViewManager().CreateListView(b.ctx, &types.CreateListView{Obj: references(ids)})
	return b.ctx.Session.Get(body.(*methods.CreateListViewBody).Res.Returnval).(*simulator.ListView)
}

func (b *bed) filterOn(view types.ManagedObjectReference, paths ...string) error {
	return failure(b.collector.CreateFilter(b.ctx, &types.CreateFilter{Spec: types.PropertyFilterSpec{
		PropSet: []types.PropertySpec{{Type: "VirtualMachine", PathSet: paths}},
		ObjectSet: []types.ObjectSpec{{
			Obj:       view,
			Skip:      types.NewBool(true),
			SelectSet: []types.BaseSelectionSpec{&types.TraversalSpec{Type: "ListView", Path: "view"}},
		}},
	}}))
}

// wait returns the version, and for each object the kind of its change.
func (b *bed) wait(version string) (string, map[string]types.ObjectUpdateKind) {
	b.Helper()
	body := b.collector.WaitForUpdatesEx(b.ctx, &types.WaitForUpdatesEx{
		Version: version, Options: &types.WaitOptions{MaxWaitSeconds: types.NewInt32(0)},
	}).(*methods.WaitForUpdatesExBody)
	if body.Fault_ != nil {
		return fmt.Sprintf("%T", body.Fault_.VimFault()), nil
	}
	if body.Res.Returnval == nil {
		return version, nil
	}
	kinds := make(map[string]types.ObjectUpdateKind)
	for _, set := range body.Res.Returnval.FilterSet {
		for _, object := range set.ObjectSet {
			kinds[object.Obj.Value] = object.Kind
		}
	}
	return body.Res.Returnval.Version, kinds
}

func (b *bed) rename(id string) {
	b.Helper()
	name := "renamed"
	if _, err := b.center.changeMachines(machinesRequest{Machines: []machineSpec{{ID: id, Name: &name}}}); err != nil {
		b.Fatal(err)
	}
}

func (b *bed) expect(got map[string]types.ObjectUpdateKind, want ...any) {
	b.Helper()
	expected := make(map[string]types.ObjectUpdateKind)
	for i := 0; i < len(want); i += 2 {
		expected[want[i].(string)] = want[i+1].(types.ObjectUpdateKind)
	}
	if fmt.Sprint(got) != fmt.Sprint(expected) {
		b.Errorf("got %v, want %v", got, expected)
	}
}

const (
	enter  = types.ObjectUpdateKindEnter
	modify = types.ObjectUpdateKindModify
	leave  = types.ObjectUpdateKindLeave
)

func TestAnAnswerIsRepeatedUntilItsVersionIsNamed(t *testing.T) {
	b := newBed(t, 2)
	first, got := b.wait("")
	b.expect(got, b.vms[0], enter, b.vms[1], enter)
	b.rename(b.vms[0])

	second, got := b.wait(first)
	b.expect(got, b.vms[0], modify)
	again, got := b.wait(first)
	b.expect(got, b.vms[0], modify)

	if second != again {
		t.Errorf("the repetition has version %s, not %s", again, second)
	}
	_, got = b.wait(second)
	b.expect(got)
}

func TestAnEmptyVersionResyncs(t *testing.T) {
	b := newBed(t, 2)
	_, _ = b.wait("")

	_, got := b.wait("")

	b.expect(got, b.vms[0], enter, b.vms[1], enter)
}

func TestUnknownVersionsAreRefused(t *testing.T) {
	b := newBed(t, 1)
	for _, version := range []string{"-", "17", "0"} {
		if fault, _ := b.wait(version); fault != "*types.InvalidCollectorVersion" {
			t.Errorf("version %s: %s", version, fault)
		}
	}
}

func TestAViewTellsOnlyWhatCameAndWent(t *testing.T) {
	b := newBed(t, 3)
	version, _ := b.wait("")
	more := b.add("more", 1)

	b.view.ModifyListView(b.ctx, &types.ModifyListView{Add: references(more), Remove: references(b.vms[:1])})

	_, got := b.wait(version)
	b.expect(got, b.vms[0], leave, more[0], enter)
}

func TestADestroyedVMLeavesOnce(t *testing.T) {
	b := newBed(t, 2)
	version, _ := b.wait("")

	if _, err := b.center.destroyMachines(idsRequest{IDs: b.vms[:1]}); err != nil {
		t.Fatal(err)
	}

	version, got := b.wait(version)
	b.expect(got, b.vms[0], leave)
	_, got = b.wait(version)
	b.expect(got)
}

func TestManyChangesOfAVMAreOneUpdate(t *testing.T) {
	b := newBed(t, 2)
	version, _ := b.wait("")
	b.rename(b.vms[1])
	b.rename(b.vms[1])

	_, got := b.wait(version)

	b.expect(got, b.vms[1], modify)
}

func TestOtherVMsTellNothing(t *testing.T) {
	b := newBed(t, 1)
	version, _ := b.wait("")
	others := b.add("other", 3)
	b.rename(others[0])

	_, got := b.wait(version)

	b.expect(got)
}

func TestManyObjectsComeInPages(t *testing.T) {
	b := newBed(t, 250)

	version, got := b.wait("")
	seen := len(got)
	for range 2 {
		version, got = b.wait(version)
		seen += len(got)
	}

	if seen != 250 || version != "3" {
		t.Errorf("%d objects up to version %s", seen, version)
	}
}

func TestWrongPathsAreRefused(t *testing.T) {
	b := newBed(t, 1)
	if err := b.filterOn(b.view.Self, "runtime.powerstate"); err == nil {
		t.Error("a filter with a wrong path was made")
	}
}

func TestLostCollectorsKnowNoVersion(t *testing.T) {
	b := newBed(t, 1)
	version, _ := b.wait("")

	_, _ = b.center.destroyCollectors()

	b.collector = b.ctx.Session.Get(content(b.ctx).PropertyCollector).(*collector)
	if fault, _ := b.wait(version); fault != "*types.InvalidCollectorVersion" {
		t.Errorf("got %s", fault)
	}
}

func TestNothingIsLostWhileManyThingsChange(t *testing.T) {
	b := newBed(t, 30)
	version, _ := b.wait("")
	others := make(chan bool)
	go func() { // simulates other tests and clients that run at the same time
		defer close(others)
		other := &bed{T: t, center: b.center, ctx: b.center.context()}
		for range 10 {
			made := other.add("other", 5)
			b.view.ModifyListView(other.ctx, &types.ModifyListView{Add: references(made)})
			_, _ = b.center.destroyMachines(idsRequest{IDs: made})
			_, _ = b.center.listSessions()
		}
	}()
	go func() {
		for _, id := range b.vms {
			b.rename(id)
		}
	}()

	renamed := make(map[string]bool)
	for deadline := time.Now().Add(20 * time.Second); len(renamed) < 30 && time.Now().Before(deadline); {
		next, got := b.wait(version)
		version = next
		for ref, kind := range got {
			// The other VMs are powered off before they are destroyed, which is a change too.
			if kind == modify && slices.Contains(b.vms, ref) {
				renamed[ref] = true
			}
		}
	}
	<-others
	if len(renamed) != 30 {
		t.Errorf("%d of 30 changes arrived", len(renamed))
	}
}
