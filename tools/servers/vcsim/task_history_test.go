package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/task"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// reading is the context of calls whose answers contain results of volume tasks.
func (b *volumeBed) reading() context.Context {
	return b.vim.Client.Client.WithHeader(context.Background(), soap.Header{Action: "urn:vsan/8.0.3.0"})
}

// byClient is a filter for the tasks that a client caused, without those that made the inventory.
var byClient = types.TaskFilterSpec{UserName: &types.TaskFilterSpecByUsername{UserList: []string{`VSPHERE.LOCAL\u`}}}

func (b *volumeBed) collect(filter types.TaskFilterSpec) *task.HistoryCollector {
	b.Helper()
	made, err := task.NewManager(b.vim.Client).CreateCollectorForTasks(context.Background(), filter)
	b.must(err)
	return made
}

// names returns the descriptions of the tasks of CNS, without their common beginning.
func names(infos []types.TaskInfo) []string {
	found := []string{}
	for _, each := range infos {
		if name, ok := strings.CutPrefix(each.DescriptionId, cnsTasks); ok {
			found = append(found, name)
		}
	}
	return found
}

func (b *volumeBed) filtered(filter types.TaskFilterSpec) []string {
	b.Helper()
	collector := b.collect(filter)
	found, err := collector.ReadNextTasks(b.reading(), 100)
	b.must(err)
	b.must(collector.Destroy(context.Background()))
	return names(found)
}

func TestATaskOfCNSLooksAsInVCenter(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	b.attach(b.vms[0], id)

	found, err := b.collect(byClient).ReadNextTasks(b.reading(), 100)
	b.must(err)

	b.wants("tasks", names(found), []string{"createvolume", "attachvolume"})
	create, attach := found[0], found[1]
	b.wants("no name", create.Name, "")
	b.wants("entity", *create.Entity, content(b.ctx).RootFolder)
	b.wants("name of the entity", create.EntityName, "Datacenters")
	b.wants("entity", *attach.Entity, vmRef(b.vms[0]))
	b.wants("name of the entity", attach.EntityName, b.machine(b.vms[0]).Name)
	b.wants("user", create.Reason.(*types.TaskReasonUser).UserName, `VSPHERE.LOCAL\u`)
	b.wants("times", !create.QueueTime.IsZero() && create.StartTime != nil && create.CompleteTime != nil, true)
	b.wants("activationId", len(create.ActivationId), 8)
	b.wants("result", len(create.Result.(cnstypes.CnsVolumeOperationBatchResult).VolumeResults), 1)
	shown, err := b.start(b.spec("b", 10, "fast")).WaitForResult(context.Background())
	b.must(err)
	b.wants("the Task says the same", *shown.Entity, content(b.ctx).RootFolder)
}

func TestTasksAreFoundByFilters(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	id := b.made("a", 10, "fast")
	between := time.Now()
	b.attach(b.vms[0], id)
	b.rules(&volumeRule{Method: "CnsExtendVolume", Hold: true})
	_, err := b.client.ExtendVolume(context.Background(), []cnstypes.CnsVolumeExtendSpec{{VolumeId: id, CapacityInMb: 20}})
	b.must(err)
	b.within("it runs", func() bool { return b.volumeTasks()[2].State == "running" })
	all := []string{"createvolume", "attachvolume", "extendvolume"}
	about := func(ref types.ManagedObjectReference, how types.TaskFilterSpecRecursionOption) types.TaskFilterSpec {
		return types.TaskFilterSpec{Entity: &types.TaskFilterSpecByEntity{Entity: ref, Recursion: how}}
	}
	during := func(kind types.TaskFilterSpecTimeOption, begin, end *time.Time) types.TaskFilterSpec {
		return types.TaskFilterSpec{Time: &types.TaskFilterSpecByTime{TimeType: kind, BeginTime: begin, EndTime: end}}
	}
	by := func(system bool, users ...string) types.TaskFilterSpec {
		return types.TaskFilterSpec{UserName: &types.TaskFilterSpecByUsername{SystemUser: system, UserList: users}}
	}
	root := content(b.ctx).RootFolder

	b.wants("running", b.filtered(types.TaskFilterSpec{State: []types.TaskInfoState{types.TaskInfoStateRunning}}), all[2:])
	b.wants("the folder", b.filtered(about(root, types.TaskFilterSpecRecursionOptionSelf)), []string{"createvolume", "extendvolume"})
	b.wants("all below", b.filtered(about(root, types.TaskFilterSpecRecursionOptionChildren)), all[1:2])
	b.wants("both", b.filtered(about(root, types.TaskFilterSpecRecursionOptionAll)), all)
	b.wants("a VM", b.filtered(about(vmRef(b.vms[0]), types.TaskFilterSpecRecursionOptionAll)), all[1:2])
	b.wants("another VM", b.filtered(about(vmRef(b.vms[1]), types.TaskFilterSpecRecursionOptionAll)), []string{})
	b.wants("queued since", b.filtered(during(types.TaskFilterSpecTimeOptionQueuedTime, &between, nil)), all[1:])
	b.wants("started until", b.filtered(during(types.TaskFilterSpecTimeOptionStartedTime, nil, &between)), all[:1])
	b.wants("completed since", b.filtered(during(types.TaskFilterSpecTimeOptionCompletedTime, &between, nil)), all[1:2])
	b.wants("user", b.filtered(by(false, `VSPHERE.LOCAL\u`)), all)
	b.wants("user as the client named it", b.filtered(by(false, "u")), []string{})
	b.wants("another user", b.filtered(by(false, "somebody")), []string{})
	b.wants("any user", b.filtered(by(false)), all)
	b.wants("system", b.filtered(by(true)), []string{})
	b.wants("alarm", b.filtered(types.TaskFilterSpec{Alarm: &root}), []string{})
	b.wants("tag", b.filtered(types.TaskFilterSpec{Tag: []string{"x"}}), []string{})
	b.wants("two parts", b.filtered(types.TaskFilterSpec{
		State: []types.TaskInfoState{types.TaskInfoStateSuccess}, UserName: byClient.UserName,
	}), all[:2])
	_, err = task.NewManager(b.vim.Client).CreateCollectorForTasks(context.Background(), about(vmRef("vm-0"), types.TaskFilterSpecRecursionOptionAll))
	b.wants("no entity", failureOf(err), "ManagedObjectNotFound")
	b.deny(denial{Objects: vmRefs(b.vms[0])})
	b.wants("hidden", b.filtered(types.TaskFilterSpec{}), []string{"createvolume", "extendvolume"})
	b.deny(denial{})
	b.release()
}

func TestTheActivationIDMayBeThatOfTheClient(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	create := func(name string) {
		ctx := context.WithValue(context.Background(), types.ID{}, "op-1")
		task, err := b.client.CreateVolume(ctx, []cnstypes.CnsVolumeCreateSpec{b.spec(name, 10)})
		b.must(err)
		b.must(task.Wait(context.Background()))
	}
	find := func(id string) int { return len(b.filtered(types.TaskFilterSpec{ActivationId: []string{id}})) }

	create("a")
	b.wants("off", find("op-1"), 0)
	b.settings(settingsRequest{ActivationIDs: pointer(idsOfClient)})
	create("b")
	b.made("c", 10) // without an id
	b.wants("on", find("op-1"), 1)
	b.wants("other", find("op-2"), 0)
}

func TestAHistoryMayBeLateOrShort(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.rules(&volumeRule{Method: "CnsCreateVolume", Subject: "lost", Lose: atStart})
	b.made("a", 10)
	b.start(b.spec("lost", 10))
	b.within("two volumes", func() bool { return len(b.volumes()) == 2 })
	count := func(request settingsRequest) int {
		b.settings(request)
		return len(b.filtered(types.TaskFilterSpec{}))
	}

	b.wants("all", count(settingsRequest{}), 2)
	b.wants("present", count(settingsRequest{TaskHistory: pointer(presentTasks)}), 1)
	b.wants("none", count(settingsRequest{TaskHistory: pointer(noTasks)}), 0)
	b.wants("late", count(settingsRequest{HistoryLagMs: pointer[int64](3_600_000)}), 0)
}

func TestACollectorHasAPosition(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	ctx := b.reading()
	b.made("a", 10)
	collector := b.collect(byClient)
	read := func(page func(context.Context, int32) ([]types.TaskInfo, error), count int32) []string {
		found, err := page(ctx, count)
		b.must(err)
		keys := []string{}
		for _, each := range found {
			keys = append(keys, each.Key)
		}
		return keys
	}
	b.made("b", 10)
	b.made("c", 10)
	all := []string{}
	for _, each := range b.volumeTasks() {
		all = append(all, each.ID)
	}
	newestFirst := slices.Clone(all)
	slices.Reverse(newestFirst)

	b.wants("nothing is before the oldest", read(collector.ReadPreviousTasks, 10), []string{})
	b.wants("next", read(collector.ReadNextTasks, 2), all[:2])
	b.wants("next page, with later tasks", read(collector.ReadNextTasks, 2), all[2:])
	b.wants("the end", read(collector.ReadNextTasks, 2), []string{})
	b.wants("previous", read(collector.ReadPreviousTasks, 2), newestFirst[:2])
	b.wants("the rest", read(collector.ReadPreviousTasks, 2), newestFirst[2:])
	b.must(collector.Rewind(ctx))
	b.wants("from the start", read(collector.ReadNextTasks, 10), all)
	b.must(collector.SetPageSize(ctx, 2))
	page, err := collector.LatestPage(ctx)
	b.must(err)
	b.wants("latest page", len(page), 2)
	b.must(collector.Reset(ctx))
	b.wants("before the latest page", read(collector.ReadPreviousTasks, 10), all[:1])
	_, err = collector.ReadNextTasks(ctx, 0)
	b.wants("count", failureOf(err), "InvalidArgument")
	_, err = collector.ReadNextTasks(ctx, 1001)
	b.wants("count", failureOf(err), "InvalidArgument")
	b.must(collector.Destroy(ctx))
	_, err = collector.ReadNextTasks(ctx, 1)
	b.wants("destroyed", failureOf(err), "ManagedObjectNotFound")
}

func TestAClientHasALimitedNumberOfCollectors(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	for range 32 {
		b.collect(types.TaskFilterSpec{})
	}

	_, err := task.NewManager(b.vim.Client).CreateCollectorForTasks(context.Background(), types.TaskFilterSpec{})

	b.wants("one more", failureOf(err), "InvalidState")
}

func TestAWaitSeesTheLatestPage(t *testing.T) {
	b := newVolumeBed(t, "8.0.3.0")
	b.collector = b.ctx.Session.Get(content(b.ctx).PropertyCollector).(*collector)
	manager := newTaskManager(b.ctx)
	made := manager.CreateCollectorForTasks(b.ctx, &types.CreateCollectorForTasks{})
	b.must(failure(made))
	ref := b.ctx.Session.Registry.AllReference("TaskHistoryCollector")[0].Reference()
	b.must(failure(b.collector.CreateFilter(b.ctx, &types.CreateFilter{Spec: types.PropertyFilterSpec{
		PropSet:   []types.PropertySpec{{Type: ref.Type, PathSet: []string{"latestPage"}}},
		ObjectSet: []types.ObjectSpec{{Obj: ref}},
	}})))
	version, _ := b.wait("")

	b.made("a", 10)

	_, changed := b.wait(version)
	b.wants("update", changed, map[string]types.ObjectUpdateKind{ref.Value: types.ObjectUpdateKindModify})
}
