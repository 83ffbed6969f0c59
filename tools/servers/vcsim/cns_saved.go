package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vim25/xml"
)

// storageFile contains what the format of the simulator leaves out: FCDs, volumes and their tasks, and the URLs of
// datastores.
const storageFile = "storage.parts"

type savedStorage struct {
	Datastores []savedDatastore `xml:"datastore"`
	Disks      []savedDisk      `xml:"disk"`
	Shares     []fileShare      `xml:"share"`
	Volumes    []volume         `xml:"volume"`
	States     []diskState      `xml:"state"`
	Policies   []storagePolicy  `xml:"policy"`
	Sequence   int64            `xml:"sequence"`
	Tasks      []savedTask      `xml:"task"`
	LastTask   int64            `xml:"lastTask"`
	Settings   string           `xml:"settings"` // JSON
}

type savedDatastore struct {
	Ref   string `xml:"ref"`
	URL   string `xml:"url"`
	Space *space `xml:"space"`
}

type savedDisk struct {
	Datastore string                           `xml:"datastore"`
	Object    types.VStorageObject             `xml:"object"`
	Snapshots types.VStorageObjectSnapshotInfo `xml:"snapshots"`
	Metadata  []types.KeyValue                 `xml:"metadata"`
}

type savedTask struct {
	Info     types.TaskInfo `xml:"info"`
	Method   string         `xml:"method"`
	Request  types.AnyType  `xml:"request,typeattr"`
	RunMs    int64          `xml:"runMs"`
	Vanished bool           `xml:"vanished"`
}

// isVolumeTask returns true for tasks that storageFile contains.
func isVolumeTask(info types.TaskInfo) bool {
	return strings.HasPrefix(info.DescriptionId, cnsTasks)
}

// saveStorage writes storageFile.
func (c *vcenter) saveStorage(dir string) error {
	ctx := c.context()
	saved := savedStorage{}
	if m := c.cns; m != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		if err := m.save(&saved); err != nil {
			return err
		}
	}
	for _, entity := range ctx.Map.All("Datastore") {
		store := entity.(*simulator.Datastore)
		each := savedDatastore{Ref: store.Self.Value, URL: urlOf(store)}
		if c.cns != nil {
			each.Space = c.cns.spaces[store.Self.Value]
		}
		saved.Datastores = append(saved.Datastores, each)
	}
	saveDisks(ctx, &saved)
	file, err := os.Create(filepath.Join(dir, storageFile))
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	if err := xml.NewEncoder(out).Encode(saved); err != nil {
		return err
	}
	return out.Flush()
}

func saveDisks(ctx *simulator.Context, saved *savedStorage) {
	manager := ctx.Map.VStorageObjectManager()
	ctx.WithLock(manager, func() {
		for ref, disks := range manager.Catalog() {
			for _, disk := range disks {
				saved.Disks = append(saved.Disks, savedDisk{
					Datastore: ref.Value, Object: disk.VStorageObject, Snapshots: disk.VStorageObjectSnapshotInfo,
					Metadata: disk.Metadata,
				})
			}
		}
	})
}

// save adds volumes, tasks and settings. mu is held.
func (m *volumeManager) save(saved *savedStorage) error {
	for _, v := range m.volumes {
		saved.Volumes = append(saved.Volumes, *v)
	}
	for _, share := range m.shares {
		saved.Shares = append(saved.Shares, *share)
	}
	for _, policy := range m.policies {
		saved.Policies = append(saved.Policies, *policy)
	}
	for _, state := range m.states {
		saved.States = append(saved.States, *state)
	}
	saved.Sequence = m.sequence
	for _, t := range m.tasks {
		saved.LastTask = max(saved.LastTask, taskNumber(t.info.Key))
		saved.Tasks = append(saved.Tasks, savedTask{
			Info: t.info, Method: t.method, Request: t.request, RunMs: t.remaining().Milliseconds(), Vanished: t.vanished,
		})
	}
	settings, err := json.Marshal(m.settings)
	saved.Settings = string(settings)
	return err
}

func taskNumber(key string) int64 {
	n, _ := strconv.ParseInt(strings.TrimPrefix(key, "task-"), 10, 64)
	return n
}

// remaining returns the time that an unfinished task still runs.
func (t *volumeTask) remaining() time.Duration {
	if t.info.StartTime == nil {
		return t.runFor
	}
	return max(t.runFor-time.Since(*t.info.StartTime), 0)
}

// loadStorage reads storageFile. A save without this file has no FCDs.
func (c *vcenter) loadStorage(dir string) error {
	file, err := os.Open(filepath.Join(dir, storageFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	decoder := xml.NewDecoder(bufio.NewReader(file))
	decoder.TypeFunc = types.TypeFunc()
	var saved savedStorage
	if err := decoder.Decode(&saved); err != nil {
		return err
	}
	ctx := c.context()
	for _, each := range saved.Datastores {
		if err := c.restoreDatastore(ctx, each); err != nil {
			return err
		}
	}
	if err := restoreDisks(ctx, saved.Disks); err != nil {
		return err
	}
	if c.cns == nil {
		return nil
	}
	c.cns.mu.Lock()
	defer c.cns.mu.Unlock()
	return c.cns.restore(saved)
}

// restoreDatastore gives a datastore its URL again, and a directory for it.
func (c *vcenter) restoreDatastore(ctx *simulator.Context, saved savedDatastore) error {
	store := get[simulator.Datastore](ctx, types.ManagedObjectReference{Type: "Datastore", Value: saved.Ref})
	if store == nil {
		return nil
	}
	if err := c.makeDirectory(saved.URL); err != nil {
		return err
	}
	store.Info.GetDatastoreInfo().Url, store.Summary.Url = saved.URL, saved.URL
	if c.cns != nil && saved.Space != nil {
		c.cns.spaces[saved.Ref] = saved.Space
	}
	return nil
}

func restoreDisks(ctx *simulator.Context, saved []savedDisk) error {
	catalog := ctx.Map.VStorageObjectManager().Catalog()
	for _, each := range saved {
		ref := types.ManagedObjectReference{Type: "Datastore", Value: each.Datastore}
		store := get[simulator.Datastore](ctx, ref)
		if store == nil {
			continue
		}
		disk := &simulator.VStorageObject{
			VStorageObject: each.Object, VStorageObjectSnapshotInfo: each.Snapshots, Metadata: each.Metadata,
		}
		if catalog[ref] == nil {
			catalog[ref] = make(map[types.ID]*simulator.VStorageObject)
		}
		catalog[ref][disk.Config.Id] = disk
		if err := writeDisk(fileOf(store, pathOf(disk)), disk.Config.CapacityInMB); err != nil {
			return err
		}
	}
	return nil
}

// restore adds saved volumes, and tasks as the setting OnRestart says. mu is held.
func (m *volumeManager) restore(saved savedStorage) error {
	if err := json.Unmarshal([]byte(saved.Settings), &m.settings); err != nil && saved.Settings != "" {
		return err
	}
	for _, v := range saved.Volumes {
		m.volumes[v.ID] = &v
	}
	for _, share := range saved.Shares {
		m.shares[share.ID] = &share
	}
	m.loadedPolicies = saved.Policies
	for _, state := range saved.States {
		m.states[state.ID] = &state
	}
	m.sequence = saved.Sequence
	for _, each := range saved.Tasks {
		m.restoreTask(each)
	}
	for _, entity := range m.ctx.Map.All("Datastore") {
		m.showSpace(entity.(*simulator.Datastore))
	}
	return m.reserveTasks(saved.LastTask)
}

func (m *volumeManager) restoreTask(saved savedTask) {
	request := reflect.New(reflect.TypeOf(saved.Request))
	request.Elem().Set(reflect.ValueOf(saved.Request))
	t := &volumeTask{
		info: saved.Info, method: saved.Method, request: request.Interface(), runFor: milliseconds(saved.RunMs),
		vanished: saved.Vanished,
	}
	if !t.done() {
		t.info.State, t.info.StartTime = types.TaskInfoStateQueued, nil
	}
	switch {
	case m.settings.OnRestart == loseTasks && !t.done():
		return
	case m.settings.OnRestart == finishTasks && !t.done():
		_, _ = m.perform(t.request)
		return
	case m.settings.OnRestart != keepTasks:
		return
	}
	m.tasks = append(m.tasks, t)
	if !t.vanished {
		m.publishTask(t)
	}
	if t.done() {
		m.retain(t)
		return
	}
	m.counts.began(t)
	m.enqueue(t, 0)
}

// reserveTasks makes new tasks get higher numbers than the saved ones, even if those vanished.
func (m *volumeManager) reserveTasks(last int64) error {
	if last == 0 {
		return m.ctx.Map.AlignCounter()
	}
	ref := types.ManagedObjectReference{Type: "Task", Value: "task-" + strconv.FormatInt(last, 10)}
	if m.ctx.Map.Get(ref) == nil {
		entity := m.ManagedObjectReference
		placeholder := &simulator.Task{}
		placeholder.Self, placeholder.Info = ref, types.TaskInfo{
			Key: ref.Value, Task: ref, Entity: &entity, DescriptionId: cnsTasks + "placeholder",
		}
		m.ctx.Map.Put(placeholder)
		defer m.ctx.Map.Remove(m.ctx, ref)
	}
	return m.ctx.Map.AlignCounter()
}
