package main

import (
	"slices"
	"strings"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// job is a vCenter task that the admin API performs. It creates what vCenter creates: the Task, its entry in the task
// history, and a TaskEvent that begins a chain of events.
type job struct {
	ctx   *simulator.Context
	task  *simulator.Task
	chain chain
}

// begin starts a job on an object.
//
// kind is the descriptionId, as in VirtualMachine.destroy.
func begin(ctx *simulator.Context, on mo.Entity, kind string, event types.Event) job {
	ref, now := on.Reference(), time.Now()
	_, method, _ := strings.Cut(kind, ".")
	task := new(simulator.Task)
	task.Info = types.TaskInfo{
		Name:          strings.ToUpper(method[:1]) + method[1:] + "_Task",
		DescriptionId: kind,
		Entity:        &ref,
		EntityName:    on.Entity().Name,
		State:         types.TaskInfoStateRunning,
		Reason:        &types.TaskReasonUser{UserName: operator},
		QueueTime:     now,
		StartTime:     &now,
	}
	ctx.Map.Put(task)
	ctx.WithLock(task, func() { task.Info.Key, task.Info.Task = task.Self.Value, task.Self })
	first := &types.TaskEvent{Event: event, Info: task.Info}
	started := job{ctx: ctx, task: task, chain: chain(0).post(ctx, first)}
	first.Info.EventChainId = int32(started.chain)
	ctx.WithLock(task, func() { task.Info.EventChainId = int32(started.chain) })
	return started
}

// post records the events of the job.
func (j job) post(events ...types.BaseEvent) {
	j.chain.post(j.ctx, events...)
}

func (j job) succeed() {
	ctx := j.ctx
	ctx.WithLock(j.task, func() {
		ctx.Update(j.task, []types.PropertyChange{
			{Name: "info.completeTime", Val: time.Now()},
			{Name: "info.state", Val: types.TaskInfoStateSuccess},
		})
	})
}

// finished returns the finished tasks, oldest first, without those of CNS.
func finished(ctx *simulator.Context) []types.TaskInfo {
	var all []types.TaskInfo
	for _, object := range ctx.Map.AllReference("Task") {
		task := object.(*simulator.Task)
		ctx.WithLock(task, func() {
			if task.Info.CompleteTime != nil && !isVolumeTask(task.Info) {
				all = append(all, task.Info)
			}
		})
	}
	slices.SortFunc(all, func(a, b types.TaskInfo) int { return a.QueueTime.Compare(b.QueueTime) })
	return all
}

// restoreTasks adds saved tasks to the task history of a new vCenter.
func restoreTasks(ctx *simulator.Context, saved []types.TaskInfo) {
	for _, info := range saved {
		task := new(simulator.Task)
		task.Self, task.Info = info.Task, info
		ctx.Map.Put(task)
	}
}
