package main

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// Which tasks of CNS a TaskHistoryCollector finds. That they have a history is known: govc shows them with -s running,
// and vCenter has their TaskEvents (manageiq-providers-vmware PR 883). vCenter keeps the history of a task for
// task.maxAge, 30 days, longer than its Task. If that is true for CNS has not been published.
const (
	allTasks     = "all"     // also those whose Task vanished
	presentTasks = "present" // those whose Task is there
	noTasks      = "none"
)

// history returns the tasks of CNS that a TaskHistoryCollector finds.
//
// A new task may be found only after some time: "there is some window after the original submit before you can actually
// find the task" by its activationId, vm-operator PR 802.
func (m *volumeManager) history() []types.TaskInfo {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []types.TaskInfo
	if m.settings.TaskHistory == noTasks {
		return nil
	}
	for _, t := range m.tasks {
		isOld := time.Since(t.info.QueueTime) >= milliseconds(m.settings.HistoryLagMs)
		if isOld && (!t.vanished || m.settings.TaskHistory == allTasks) {
			found = append(found, t.info)
		}
	}
	return found
}

// taskHistory returns the tasks that a TaskHistoryCollector finds, oldest first.
func taskHistory(ctx *simulator.Context) []types.TaskInfo {
	var all []types.TaskInfo
	m := volumesOf(ctx)
	for _, object := range ctx.Map.AllReference("Task") {
		task := object.(*simulator.Task)
		ctx.WithLock(task, func() {
			if m == nil || !isVolumeTask(task.Info) {
				all = append(all, task.Info)
			}
		})
	}
	if m != nil {
		all = append(all, m.history()...)
	}
	slices.SortFunc(all, byCreation)
	return all
}

func byCreation(a, b types.TaskInfo) int {
	return cmp.Or(a.QueueTime.Compare(b.QueueTime), cmp.Compare(taskNumber(a.Key), taskNumber(b.Key)))
}

// matchesTask applies a filter. Each part that is set must fit.
//
// Rules from: vim25, TaskFilterSpec.
func matchesTask(ctx *simulator.Context, filter types.TaskFilterSpec, info types.TaskInfo) bool {
	return (filter.Entity == nil || info.Entity != nil && concerns(ctx, *filter.Entity, *info.Entity)) &&
		(filter.Time == nil || inRange(*filter.Time, info)) &&
		(filter.UserName == nil || byUser(*filter.UserName, info.Reason)) &&
		among(filter.ActivationId, info.ActivationId) &&
		among(filter.State, info.State) &&
		among(filter.EventChainId, info.EventChainId) &&
		among(filter.Tag, info.ChangeTag) &&
		among(filter.ParentTaskKey, info.ParentTaskKey) &&
		among(filter.RootTaskKey, info.RootTaskKey) &&
		filter.Alarm == nil && filter.ScheduledTask == nil // no task is of one
}

// concerns returns true if a task is about an entity, or about one below it.
func concerns(ctx *simulator.Context, filter types.TaskFilterSpecByEntity, about types.ManagedObjectReference) bool {
	if about == filter.Entity {
		return filter.Recursion != types.TaskFilterSpecRecursionOptionChildren
	}
	return filter.Recursion != types.TaskFilterSpecRecursionOptionSelf && below(ctx, about, filter.Entity)
}

// below returns true if an entity is in another one, at any depth.
func below(ctx *simulator.Context, ref, ancestor types.ManagedObjectReference) bool {
	for {
		entity, ok := ctx.Map.Get(ref).(mo.Entity)
		if !ok || entity.Entity().Parent == nil {
			return false
		}
		ref = *entity.Entity().Parent
		if ref == ancestor {
			return true
		}
	}
}

func inRange(filter types.TaskFilterSpecByTime, info types.TaskInfo) bool {
	at := &info.QueueTime
	switch filter.TimeType {
	case types.TaskFilterSpecTimeOptionStartedTime:
		at = info.StartTime
	case types.TaskFilterSpecTimeOptionCompletedTime:
		at = info.CompleteTime
	}
	return at != nil && (filter.BeginTime == nil || !at.Before(*filter.BeginTime)) &&
		(filter.EndTime == nil || !at.After(*filter.EndTime))
}

func byUser(filter types.TaskFilterSpecByUsername, reason types.BaseTaskReason) bool {
	user, ok := reason.(*types.TaskReasonUser)
	if filter.SystemUser || !ok {
		_, bySystem := reason.(*types.TaskReasonSystem)
		return filter.SystemUser && bySystem
	}
	return among(filter.UserList, user.UserName)
}

// taskManager is the TaskManager of a session. That of the simulator ignores most of a filter, and shows unfinished tasks
// without their locks.
//
// It does not embed a TaskManager, which listens to the registry: a logout removes all listeners of its session from
// the registry by their references, and would remove the TaskManager of all sessions.
type taskManager struct {
	*mo.TaskManager

	ofAll *simulator.TaskManager
}

func newTaskManager(ctx *simulator.Context) *taskManager {
	ofAll := get[simulator.TaskManager](ctx, *content(ctx).TaskManager)
	return &taskManager{TaskManager: &ofAll.TaskManager, ofAll: ofAll}
}

// Lock and Unlock replace the lock that the simulator holds during a call: the lock of the volume manager is the first.
func (m *taskManager) Lock()   {}
func (m *taskManager) Unlock() {}

func (m *taskManager) CreateTask(ctx *simulator.Context, request *types.CreateTask) soap.HasFault {
	return m.ofAll.CreateTask(ctx, request)
}

func (m *taskManager) CreateCollectorForTasks(ctx *simulator.Context, request *types.CreateCollectorForTasks) soap.HasFault {
	body := new(methods.CreateCollectorForTasksBody)
	if about := request.Filter.Entity; about != nil && ctx.Map.Get(about.Entity) == nil {
		body.Fault_ = simulator.Fault("", &types.ManagedObjectNotFound{Obj: about.Entity})
		return body
	}
	if len(ctx.Session.Registry.AllReference("TaskHistoryCollector")) >= int(m.MaxCollector) {
		body.Fault_ = simulator.Fault("Too many task collectors to create", new(types.InvalidState))
		return body
	}
	made := &taskCollector{ctx: ctx, filter: request.Filter, size: defaultPage}
	made.Self.Type = "TaskHistoryCollector"
	made.Filter = request.Filter
	body.Res = &types.CreateCollectorForTasksResponse{Returnval: ctx.Session.Put(made).Reference()}
	ctx.Map.AddHandler(made)
	return body
}

// The limits of maxCount and of a page. Those of vCenter are the same, as far as the simulator knows.
const (
	defaultPage = 10
	longestPage = 1000
)

// taskCollector is a TaskHistoryCollector. Tasks that are created later appear in it too. It is empty at first: the
// position is before the oldest task, so that only ReadNextTasks finds some.
//
// Rules from: vim25, HistoryCollector and TaskHistoryCollector.
type taskCollector struct {
	mo.TaskHistoryCollector

	ctx    *simulator.Context
	filter types.TaskFilterSpec

	mu   sync.Mutex
	size int
	// last is the task before the position. A zero value is before all.
	last types.TaskInfo
}

// Lock and Unlock replace the lock that the simulator holds during a call: the lock of the volume manager is the first.
func (c *taskCollector) Lock()   {}
func (c *taskCollector) Unlock() {}

// found returns the tasks that fit and that the account may see, oldest first.
func (c *taskCollector) found() []types.TaskInfo {
	return slices.DeleteFunc(taskHistory(c.ctx), func(info types.TaskInfo) bool {
		return !matchesTask(c.ctx, c.filter, info) || info.Entity != nil && rightsOf(c.ctx).hide(c.ctx, *info.Entity)
	})
}

// page returns the newest tasks, newest first.
func (c *taskCollector) page() []types.TaskInfo {
	found := c.found()
	slices.Reverse(found)
	c.mu.Lock()
	defer c.mu.Unlock()
	return found[:min(c.size, len(found))]
}

// Get returns the managed object with its latest page. The simulator calls it to read properties.
func (c *taskCollector) Get() mo.Reference {
	shown := &mo.TaskHistoryCollector{LatestPage: c.page()}
	shown.Self, shown.Filter = c.Self, c.TaskHistoryCollector.Filter
	return shown
}

func validCount(count int32) *soap.Fault {
	if count <= 0 || count > longestPage {
		return simulator.Fault("", &types.InvalidArgument{InvalidProperty: "maxCount"})
	}
	return nil
}

func (c *taskCollector) ReadNextTasks(_ *simulator.Context, request *types.ReadNextTasks) soap.HasFault {
	if fault := validCount(request.MaxCount); fault != nil {
		return &methods.ReadNextTasksBody{Fault_: fault}
	}
	found := c.found()
	c.mu.Lock()
	defer c.mu.Unlock()
	page := slices.DeleteFunc(found, func(info types.TaskInfo) bool { return byCreation(info, c.last) <= 0 })
	page = page[:min(int(request.MaxCount), len(page))]
	if len(page) > 0 {
		c.last = page[len(page)-1]
	}
	return &methods.ReadNextTasksBody{Res: &types.ReadNextTasksResponse{Returnval: page}}
}

func (c *taskCollector) ReadPreviousTasks(_ *simulator.Context, request *types.ReadPreviousTasks) soap.HasFault {
	if fault := validCount(request.MaxCount); fault != nil {
		return &methods.ReadPreviousTasksBody{Fault_: fault}
	}
	found := c.found()
	c.mu.Lock()
	defer c.mu.Unlock()
	before := slices.DeleteFunc(found, func(info types.TaskInfo) bool { return byCreation(info, c.last) > 0 })
	slices.Reverse(before)
	page := before[:min(int(request.MaxCount), len(before))]
	c.last = types.TaskInfo{}
	if len(before) > len(page) {
		c.last = before[len(page)]
	}
	return &methods.ReadPreviousTasksBody{Res: &types.ReadPreviousTasksResponse{Returnval: page}}
}

// RewindCollector moves the position before the oldest task.
func (c *taskCollector) RewindCollector(_ *simulator.Context, _ *types.RewindCollector) soap.HasFault {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = types.TaskInfo{}
	return &methods.RewindCollectorBody{Res: new(types.RewindCollectorResponse)}
}

// ResetCollector moves the position to the task before the latest page, so that ReadPreviousTasks does not find those of
// the page.
func (c *taskCollector) ResetCollector(_ *simulator.Context, _ *types.ResetCollector) soap.HasFault {
	found := c.found()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = types.TaskInfo{}
	if before := len(found) - c.size; before > 0 {
		c.last = found[before-1]
	}
	return &methods.ResetCollectorBody{Res: new(types.ResetCollectorResponse)}
}

func (c *taskCollector) SetCollectorPageSize(_ *simulator.Context, request *types.SetCollectorPageSize) soap.HasFault {
	if fault := validCount(request.MaxCount); fault != nil {
		return &methods.SetCollectorPageSizeBody{Fault_: fault}
	}
	c.mu.Lock()
	c.size = int(request.MaxCount)
	c.mu.Unlock()
	c.changed()
	return &methods.SetCollectorPageSizeBody{Res: new(types.SetCollectorPageSizeResponse)}
}

func (c *taskCollector) DestroyCollector(ctx *simulator.Context, request *types.DestroyCollector) soap.HasFault {
	ctx.Map.RemoveHandler(c)
	ctx.Session.Remove(ctx, request.This)
	return &methods.DestroyCollectorBody{Res: new(types.DestroyCollectorResponse)}
}

// changed makes the waits of the session look at the latest page. A task that appears late is seen with the next one.
func (c *taskCollector) changed() {
	for each := range live() {
		if each.session.Key == c.ctx.Session.Key {
			each.UpdateObject(nil, c, []types.PropertyChange{{Name: "latestPage"}})
		}
	}
}

func (c *taskCollector) PutObject(_ *simulator.Context, object mo.Reference) {
	if object.Reference().Type == "Task" {
		c.changed()
	}
}

func (c *taskCollector) UpdateObject(_ *simulator.Context, object mo.Reference, changes []types.PropertyChange) {
	isState := func(change types.PropertyChange) bool { return change.Name == "info.state" }
	if object.Reference().Type == "Task" && slices.ContainsFunc(changes, isState) {
		c.changed()
	}
}

func (c *taskCollector) RemoveObject(*simulator.Context, types.ManagedObjectReference) {}
