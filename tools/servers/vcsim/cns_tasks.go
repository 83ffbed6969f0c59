package main

import (
	"crypto/rand"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"time"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// volumeTask is a task of the volume manager, whose lock guards it. Clients see its Task, which can vanish before the
// work is done.
type volumeTask struct {
	task     *simulator.Task
	info     types.TaskInfo // as it is, even if the Task vanished
	method   string
	request  any
	rule     *volumeRule   // nil if no rule changes it
	runFor   time.Duration // remaining, if it was loaded
	released chan struct{} // closed by the admin call; nil if the task is not held
	vanished bool
}

func (t *volumeTask) done() bool {
	return t.info.CompleteTime != nil
}

// submit starts a task for a request and returns its reference.
func (m *volumeManager) submit(ctx *simulator.Context, request any) types.ManagedObjectReference {
	m.mu.Lock()
	defer m.mu.Unlock()
	method := reflect.TypeOf(request).Elem().Name()
	times := m.settings.times(method, request)
	t := &volumeTask{
		method:  method,
		request: request,
		rule:    m.takeRule(method, request, inTask),
		runFor:  milliseconds(times.RunMs),
	}
	entity, name := m.entityOf(request)
	t.info = types.TaskInfo{
		DescriptionId: descriptionOf(method),
		Entity:        &entity,
		EntityName:    name,
		State:         types.TaskInfoStateQueued,
		Reason:        &types.TaskReasonUser{UserName: ctx.Session.UserName},
		QueueTime:     time.Now(),
		ActivationId:  m.activationID(ctx),
	}
	if t.rule != nil {
		t.runFor += milliseconds(t.rule.DelayMs)
		if t.rule.Hold {
			t.released = make(chan struct{})
		}
	}
	m.publishTask(t)
	m.tasks = append(m.tasks, t)
	m.counts.began(t)
	m.enqueue(t, milliseconds(times.QueueMs))
	if t.rule != nil && t.rule.Lose == atStart {
		m.vanish(t)
	}
	return t.info.Task
}

// The TaskInfo of CNS, as real ones in logs of the Go driver: without a name; attachvolume has the VM as its entity
// (vsphere-csi-driver PR 3320), createsnapshot the root folder (PR 3623). updatevolume: manageiq-providers-vmware PR 883.
// The others follow from these.
const cnsTasks = "com.vmware.cns.tasks."

func descriptionOf(method string) string {
	switch method {
	case "CnsUpdateVolumeMetadata":
		return cnsTasks + "updatevolume"
	case "CnsCreateSnapshots", "CnsDeleteSnapshots":
		return cnsTasks + strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(method, "Cns"), "s"))
	default:
		return cnsTasks + strings.ToLower(strings.TrimPrefix(method, "Cns"))
	}
}

// entityOf returns what a task is about, and its name.
func (m *volumeManager) entityOf(request any) (types.ManagedObjectReference, string) {
	var specs []cnstypes.CnsVolumeAttachDetachSpec
	switch r := request.(type) {
	case *cnstypes.CnsAttachVolume:
		specs = r.AttachSpecs
	case *cnstypes.CnsDetachVolume:
		specs = r.DetachSpecs
	}
	if len(specs) > 0 {
		if vm := get[simulator.VirtualMachine](m.ctx, specs[0].Vm); vm != nil {
			return vm.Self, vm.Name
		}
	}
	return content(m.ctx).RootFolder, "Datacenters"
}

// Where the activationId of a task is from. "The activation Id is a client-provided token to link an API call with a
// task" (vim25, TaskInfo). The tasks of the Go driver, which provides none, have eight hexadecimal digits (PR 3320). No source
// says if the operationID of the SOAP header becomes the activationId, as that of the REST API does
// (vm-operator PR 802).
const (
	idsOfServer = "server"
	idsOfClient = "client"
)

func (m *volumeManager) activationID(ctx *simulator.Context) string {
	if m.settings.ActivationIDs == idsOfClient && ctx.Header.ID != "" {
		return ctx.Header.ID
	}
	random := make([]byte, 4)
	_, _ = rand.Read(random)
	return hex.EncodeToString(random)
}

// publishTask adds the Task of a new or loaded task to the inventory. The simulator writes to the entity of a task that it
// gets, without its lock, so the task has another one until then.
func (m *volumeManager) publishTask(t *volumeTask) {
	ctx, manager := m.ctx, m.ManagedObjectReference
	t.task = new(simulator.Task)
	t.task.Self, t.task.Info = t.info.Task, t.info
	t.task.Info.Entity = &manager
	ctx.Map.Put(t.task)
	t.info.Key, t.info.Task = t.task.Self.Value, t.task.Self
	ctx.WithLock(t.task, func() {
		t.task.Info.Key, t.task.Info.Task, t.task.Info.Entity = t.info.Key, t.info.Task, t.info.Entity
	})
}

// enqueue makes the task ready to run after a time. mu is held.
func (m *volumeManager) enqueue(t *volumeTask, after time.Duration) {
	if after == 0 {
		m.pending = append(m.pending, t)
		m.startPending()
		return
	}
	go func() {
		if m.sleep(after) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.enqueue(t, 0)
		}
	}()
}

// startPending starts queued tasks, oldest first, up to the limit. mu is held.
func (m *volumeManager) startPending() {
	for len(m.pending) > 0 && (m.settings.Workers == 0 || m.running < m.settings.Workers) {
		next := m.pending[0]
		m.pending = slices.Delete(m.pending, 0, 1)
		m.running++
		now := time.Now()
		next.info.State, next.info.StartTime = types.TaskInfoStateRunning, &now
		m.show(next, types.PropertyChange{Name: "info.startTime", Val: now},
			types.PropertyChange{Name: "info.state", Val: types.TaskInfoStateRunning})
		go m.run(next)
	}
}

// run waits as long as the task takes, and then does its work.
func (m *volumeManager) run(t *volumeTask) {
	if !m.sleep(t.runFor) {
		return
	}
	if t.released != nil {
		select {
		case <-t.released:
		case <-m.closed:
			return
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running--
	m.conclude(t)
	m.startPending()
}

// sleep returns false if the volume manager is closed before the time is over.
func (m *volumeManager) sleep(duration time.Duration) bool {
	select {
	case <-time.After(duration):
		return true
	case <-m.closed:
		return false
	}
}

// reads returns true for a task that changes nothing.
func (t *volumeTask) reads() bool {
	return strings.HasPrefix(t.method, "CnsQuery")
}

// conclude does the work of a task and shows its result. mu is held.
func (m *volumeManager) conclude(t *volumeTask) {
	result, fault := m.outcome(t)
	now := time.Now()
	t.info.CompleteTime, t.info.Result, t.info.Error = &now, result, localized(fault)
	t.info.State = types.TaskInfoStateSuccess
	if fault != nil {
		t.info.State, t.info.Result = types.TaskInfoStateError, nil
	}
	m.counts.ended(t)
	if t.rule != nil && t.rule.Lose == atEnd {
		m.vanish(t)
	}
	changes := []types.PropertyChange{{Name: "info.completeTime", Val: now}, {Name: "info.state", Val: t.info.State}}
	if fault != nil {
		changes = append(changes, types.PropertyChange{Name: "info.error", Val: *t.info.Error})
	} else {
		changes = append(changes, types.PropertyChange{Name: "info.result", Val: result})
	}
	m.show(t, changes...)
	m.retain(t)
}

// retain lets a finished task vanish after the retention time. mu is held.
func (m *volumeManager) retain(t *volumeTask) {
	retention := m.settings.RetentionMs
	if retention < 0 {
		return
	}
	go func() {
		if m.sleep(milliseconds(retention)) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.vanish(t)
		}
	}()
}

// outcome does the work of a task, unless a rule makes it fail before. mu is held.
func (m *volumeManager) outcome(t *volumeTask) (types.AnyType, types.BaseMethodFault) {
	injected := t.rule != nil && t.rule.Fault != ""
	var result types.AnyType
	var fault types.BaseMethodFault
	if !injected || t.rule.After {
		result, fault = m.perform(t.request)
	}
	if injected {
		result, fault = m.inject(t, result)
	}
	m.form(t, result)
	if done, ok := result.(*cnstypes.CnsVolumeOperationBatchResult); ok && fault == nil && m.settings.FaultsAsTaskErrors {
		for _, each := range done.VolumeResults {
			if failure := each.GetCnsVolumeOperationResult().Fault; failure != nil {
				return nil, failure.Fault
			}
		}
	}
	return result, fault
}

// inject returns the outcome that a rule demands. result is nil if the work was not done.
func (m *volumeManager) inject(t *volumeTask, result types.AnyType) (types.AnyType, types.BaseMethodFault) {
	if t.rule.In == inTask {
		return nil, t.rule.fault()
	}
	done, ok := result.(*cnstypes.CnsVolumeOperationBatchResult)
	if !ok {
		done = batch(emptyResults(t.request)...)
	}
	if _, isQuery := t.request.(*cnstypes.CnsQuerySnapshots); isQuery || len(done.VolumeResults) == 0 {
		return nil, t.rule.fault()
	}
	for _, each := range done.VolumeResults {
		fault := t.rule.fault()
		switch result := each.(type) {
		case *cnstypes.CnsVolumeCreateResult:
			result.VolumeId, result.PlacementResults = cnstypes.CnsVolumeId{}, nil
		case *cnstypes.CnsVolumeAttachResult:
			result.DiskUUID = ""
		case *cnstypes.CnsSnapshotCreateResult:
			m.describeSnapshot(fault, result)
			result.Snapshot, result.AggregatedSnapshotCapacityInMb = cnstypes.CnsSnapshot{}, 0
		}
		each.GetCnsVolumeOperationResult().Fault = localized(fault)
	}
	return done, nil
}

// emptyResults returns results of the right types for a request whose work is not done.
func emptyResults(request any) (results []cnstypes.BaseCnsVolumeOperationResult) {
	if create, ok := request.(*cnstypes.CnsCreateVolume); ok {
		for _, spec := range create.CreateSpecs {
			results = append(results, &cnstypes.CnsVolumeCreateResult{Name: spec.Name})
		}
		return results
	}
	for _, id := range subjects(request) {
		var each cnstypes.BaseCnsVolumeOperationResult
		switch request.(type) {
		case *cnstypes.CnsAttachVolume:
			each = new(cnstypes.CnsVolumeAttachResult)
		case *cnstypes.CnsCreateSnapshots:
			each = new(cnstypes.CnsSnapshotCreateResult)
		case *cnstypes.CnsDeleteSnapshots:
			each = new(cnstypes.CnsSnapshotDeleteResult)
		default:
			each = new(cnstypes.CnsVolumeOperationResult)
		}
		each.GetCnsVolumeOperationResult().VolumeId = cnstypes.CnsVolumeId{Id: id}
		results = append(results, each)
	}
	return results
}

// describeSnapshot fills the fault of a snapshot that was made, and that a later step failed for.
func (m *volumeManager) describeSnapshot(fault types.BaseMethodFault, result *cnstypes.CnsSnapshotCreateResult) {
	if created, ok := fault.(*cnstypes.CnsSnapshotCreatedFault); ok {
		created.VolumeId, created.SnapshotId = result.VolumeId, result.Snapshot.SnapshotId
		if _, store := m.disk(result.VolumeId.Id); store != nil {
			created.Datastore = store.Self
		}
	}
}

// show applies changes to the Task, unless it vanished. mu is held.
func (m *volumeManager) show(t *volumeTask, changes ...types.PropertyChange) {
	if t.vanished {
		return
	}
	ctx := m.ctx
	ctx.WithLock(t.task, func() { ctx.Update(t.task, changes) })
}

// vanish removes the Task: it leaves views, and reads return ManagedObjectNotFound. The work goes on. mu is held.
func (m *volumeManager) vanish(t *volumeTask) {
	if t.vanished {
		return
	}
	t.vanished = true
	ctx := m.ctx
	ctx.Map.Remove(ctx, t.info.Task)
}

func milliseconds(n int64) time.Duration {
	return time.Duration(n) * time.Millisecond
}
