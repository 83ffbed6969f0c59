package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// serveVolumeAdmin adds the admin calls about volumes, their tasks, their disks and datastores.
func (c *vcenter) serveVolumeAdmin(mux *http.ServeMux) {
	mux.HandleFunc("GET /cns/volumes", query(withVolumes(c, (*volumeManager).listVolumes)))
	mux.HandleFunc("POST /cns/volumes/forget", call(withVolumesFor(c, (*volumeManager).forget)))
	mux.HandleFunc("POST /cns/volumes/omit", call(withVolumesFor(c, (*volumeManager).omit)))
	mux.HandleFunc("GET /cns/shares", query(withVolumes(c, (*volumeManager).listShares)))
	mux.HandleFunc("POST /cns/shares", call(withVolumesFor(c, (*volumeManager).addShares)))
	mux.HandleFunc("POST /cns/backup", query(withVolumes(c, (*volumeManager).backUp)))
	mux.HandleFunc("POST /cns/restore", call(withVolumesFor(c, (*volumeManager).restoreBackup)))
	mux.HandleFunc("POST /cns/reconcile", query(withVolumes(c, (*volumeManager).reconcile)))
	mux.HandleFunc("GET /cns/disks", query(withVolumes(c, (*volumeManager).listDisks)))
	mux.HandleFunc("POST /cns/disks", call(withVolumesFor(c, (*volumeManager).addDisks)))
	mux.HandleFunc("PATCH /cns/disks", call(withVolumesFor(c, (*volumeManager).changeDisk)))
	mux.HandleFunc("POST /cns/disks/relocate", call(withVolumesFor(c, (*volumeManager).relocateDisk)))
	mux.HandleFunc("GET /machines/disks", query(withVolumes(c, (*volumeManager).listMachineDisks)))
	mux.HandleFunc("POST /machines/disks", call(withVolumesFor(c, (*volumeManager).addMachineDisks)))
	mux.HandleFunc("POST /machines/disks/hide", call(withVolumesFor(c, (*volumeManager).hideDevices)))
	mux.HandleFunc("POST /machines/disks/remove", call(withVolumesFor(c, (*volumeManager).removeMachineDisk)))
	mux.HandleFunc("GET /cns/tasks", query(withVolumes(c, (*volumeManager).listTasks)))
	mux.HandleFunc("POST /cns/tasks/vanish", call(withVolumesFor(c, (*volumeManager).vanishTasks)))
	mux.HandleFunc("POST /cns/tasks/release", call(withVolumesFor(c, (*volumeManager).releaseTasks)))
	mux.HandleFunc("GET /cns/settings", query(withVolumes(c, (*volumeManager).getSettings)))
	mux.HandleFunc("PUT /cns/settings", call(withVolumesFor(c, (*volumeManager).putSettings)))
	mux.HandleFunc("GET /cns/rules", query(withVolumes(c, (*volumeManager).getRules)))
	mux.HandleFunc("PUT /cns/rules", call(withVolumesFor(c, (*volumeManager).putRules)))
	mux.HandleFunc("GET /cns/calls", query(withVolumes(c, (*volumeManager).getCounts)))
	mux.HandleFunc("POST /cns/calls/reset", query(withVolumes(c, (*volumeManager).resetCounts)))
	mux.HandleFunc("POST /cns/calls/release", query(withVolumes(c, (*volumeManager).releaseCalls)))
	mux.HandleFunc("GET /cns/datastores", query(withVolumes(c, (*volumeManager).listDatastores)))
	mux.HandleFunc("POST /cns/datastores", call(c.changeDatastores))
}

var errStock = errors.New("vcsim runs with -stock-cns, which has no admin calls: start it without this flag")

// withVolumes returns a function that holds the lock of the volume manager.
func withVolumes[A any](c *vcenter, f func(*volumeManager) A) func() (A, error) {
	return func() (A, error) {
		return withVolumesFor(c, func(m *volumeManager, _ nothing) (A, error) { return f(m), nil })(nothing{})
	}
}

func withVolumesFor[Q, A any](c *vcenter, f func(*volumeManager, Q) (A, error)) func(Q) (A, error) {
	return func(request Q) (A, error) {
		if c.cns == nil {
			var none A
			return none, errStock
		}
		c.cns.mu.Lock()
		defer c.cns.mu.Unlock()
		return f(c.cns, request)
	}
}

type volumeAnswer struct {
	ID            string           `json:"id"`
	Name          string           `json:"name"`
	Kind          string           `json:"kind"` // BLOCK or FILE
	CapacityMb    int64            `json:"capacityMb"`
	Datastore     string           `json:"datastore"`    // moref
	DatastoreURL  string           `json:"datastoreUrl"` // "" if the FCD does not exist
	DatastoreName string           `json:"datastoreName"`
	Path          string           `json:"path"` // as in [datastore1] fcd/UUID.vmdk
	Policy        string           `json:"policy"`
	Clusters      []clusterUse     `json:"clusters"`
	Entities      []entityAnswer   `json:"entities"`
	Attachments   []diskAttachment `json:"attachments"`
	Snapshots     []snapshotAnswer `json:"snapshots"`
	Content       string           `json:"content"` // see diskState
	Source        string           `json:"source"`
}

type clusterUse struct {
	ID           string `json:"id"`
	User         string `json:"user"`
	Flavor       string `json:"flavor"`
	Distribution string `json:"distribution"`
}

type entityAnswer struct {
	Cluster   string            `json:"cluster"`
	Kind      string            `json:"kind"`
	Namespace string            `json:"namespace"`
	Name      string            `json:"name"`
	Labels    map[string]string `json:"labels"`
	Refers    []string          `json:"refers"` // as in PERSISTENT_VOLUME/pv-1 or PERSISTENT_VOLUME_CLAIM/default/data
}

type snapshotAnswer struct {
	ID          string    `json:"id"`
	Description string    `json:"description"`
	Created     time.Time `json:"created"`
	Content     string    `json:"content"` // of the volume at that time
	UsedMb      int64     `json:"usedMb"`
}

// listVolumes returns the volumes that CNS knows, oldest first.
func (m *volumeManager) listVolumes() []volumeAnswer {
	answer := []volumeAnswer{}
	for _, v := range m.matching(new(cnstypes.CnsQueryFilter)) {
		answer = append(answer, m.describe(v))
	}
	return answer
}

func (m *volumeManager) describe(v *volume) volumeAnswer {
	answer := volumeAnswer{
		ID: v.ID, Name: v.Name, Kind: v.Kind, Policy: v.Policy, Clusters: []clusterUse{}, Entities: []entityAnswer{},
		Attachments: m.attachments(v.ID), Snapshots: []snapshotAnswer{},
	}
	if disk, store := m.disk(v.ID); disk != nil {
		answer.CapacityMb, answer.Path = disk.Config.CapacityInMB, backingOf(disk).FilePath
		answer.Datastore, answer.DatastoreURL, answer.DatastoreName = store.Self.Value, urlOf(store), store.Name
	}
	if share := m.shares[v.ID]; share != nil {
		store := m.storeOf(share)
		answer.CapacityMb = share.CapacityMb
		answer.Datastore, answer.DatastoreURL, answer.DatastoreName = store.Self.Value, urlOf(store), store.Name
	}
	for _, cluster := range clustersOf(v.Metadata) {
		answer.Clusters = append(answer.Clusters, clusterUse{
			ID: cluster.ClusterId, User: cluster.VSphereUser, Flavor: cluster.ClusterFlavor,
			Distribution: cluster.ClusterDistribution,
		})
	}
	for _, each := range v.Metadata.EntityMetadata {
		if entity, ok := each.(*cnstypes.CnsKubernetesEntityMetadata); ok {
			answer.Entities = append(answer.Entities, describeEntity(entity))
		}
	}
	state := m.state(v.ID)
	answer.Content, answer.Source = state.Content, state.Source
	for _, each := range state.Snapshots {
		answer.Snapshots = append(answer.Snapshots, snapshotAnswer{
			ID: each.Shown.SnapshotId.Id, Description: each.Shown.Description, Created: each.Shown.CreateTime,
			Content: each.Content, UsedMb: each.UsedMb,
		})
	}
	return answer
}

func describeEntity(entity *cnstypes.CnsKubernetesEntityMetadata) entityAnswer {
	answer := entityAnswer{
		Cluster: entity.ClusterID, Kind: entity.EntityType, Namespace: entity.Namespace, Name: entity.EntityName,
		Labels: make(map[string]string), Refers: []string{},
	}
	for _, label := range entity.Labels {
		answer.Labels[label.Key] = label.Value
	}
	for _, each := range entity.ReferredEntity {
		parts := slices.DeleteFunc([]string{each.EntityType, each.Namespace, each.EntityName}, func(part string) bool {
			return part == ""
		})
		answer.Refers = append(answer.Refers, strings.Join(parts, "/"))
	}
	return answer
}

// forget makes volumes unknown to CNS, with their entities. Their FCDs stay, with their consumers, and so do the devices of
// VMs. This has been reported for single volumes and for all (vsphere-csi-driver issues 163, 570 and 1274).
func (m *volumeManager) forget(request idsRequest) (nothing, error) {
	for _, id := range request.IDs {
		if _, ok := m.volumes[id]; !ok {
			return nothing{}, fmt.Errorf("no volume %q", id)
		}
		delete(m.volumes, id)
		delete(m.omitted, id)
	}
	return nothing{}, nil
}

type diskAnswer struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	CapacityMb int64  `json:"capacityMb"`
	Datastore  string `json:"datastore"` // moref
	Path       string `json:"path"`
	Volume     bool   `json:"volume"` // CNS knows it
	File       bool   `json:"file"`   // its file exists
	// Consumers contains the BIOS UUIDs of the VMs that have it, as the FCD says.
	Consumers         []string `json:"consumers"`
	KeepAfterDeleteVM bool     `json:"keepAfterDeleteVm"`
	ChangeTracking    bool     `json:"changeTracking"`
	DiskUUID          string   `json:"diskUuid"`
}

// listDisks returns all FCDs, with those that CNS does not know.
func (m *volumeManager) listDisks() []diskAnswer {
	answer := []diskAnswer{}
	m.withCatalog(func(catalog diskCatalog) {
		for ref, disks := range catalog {
			store := get[simulator.Datastore](m.ctx, ref)
			for id, disk := range disks {
				_, err := os.Stat(fileOf(store, pathOf(disk)))
				described := diskAnswer{
					ID: id.Id, Name: disk.Config.Name, CapacityMb: disk.Config.CapacityInMB, Datastore: ref.Value,
					Path: backingOf(disk).FilePath, Volume: m.known(id.Id) != nil, File: err == nil, Consumers: []string{},
					KeepAfterDeleteVM: isTrue(disk.Config.KeepAfterDeleteVm),
					ChangeTracking:    isTrue(disk.Config.ChangedBlockTrackingEnabled), DiskUUID: m.state(id.Id).UUID,
				}
				for _, consumer := range disk.Config.ConsumerId {
					described.Consumers = append(described.Consumers, consumer.Id)
				}
				answer = append(answer, described)
			}
		}
	})
	slices.SortFunc(answer, func(a, b diskAnswer) int { return strings.Compare(a.ID, b.ID) })
	return answer
}

type disksRequest struct {
	Disks []diskSpec `json:"disks"`
}

type diskSpec struct {
	Datastore  string `json:"datastore"` // moref
	Name       string `json:"name"`
	CapacityMb int64  `json:"capacityMb"`
}

type idsAnswer struct {
	IDs []string `json:"ids"`
}

// addDisks creates FCDs that CNS does not know.
func (m *volumeManager) addDisks(request disksRequest) (idsAnswer, error) {
	answer := idsAnswer{IDs: []string{}}
	for _, spec := range request.Disks {
		store := get[simulator.Datastore](m.ctx, types.ManagedObjectReference{Type: "Datastore", Value: spec.Datastore})
		if store == nil {
			return idsAnswer{}, fmt.Errorf("no datastore %q", spec.Datastore)
		}
		id := uuid.NewString()
		if fault := m.addDisk(store, id, spec.Name, spec.CapacityMb); fault != nil {
			return idsAnswer{}, fmt.Errorf("disk %q: %T", spec.Name, fault)
		}
		disk, _ := m.disk(id)
		m.withCatalog(func(diskCatalog) { disk.Config.KeepAfterDeleteVm = types.NewBool(false) }) // the default of vCenter
		answer.IDs = append(answer.IDs, id)
	}
	return answer, nil
}

func isTrue(value *bool) bool {
	return value != nil && *value
}

// diskChange changes an FCD without CNS. A nil field stays.
type diskChange struct {
	ID                string  `json:"id"`
	Content           *string `json:"content"`
	ChangeTracking    *bool   `json:"changeTracking"`
	KeepAfterDeleteVM *bool   `json:"keepAfterDeleteVm"`
}

func (m *volumeManager) changeDisk(request diskChange) (nothing, error) {
	disk, _ := m.disk(request.ID)
	if disk == nil {
		return nothing{}, fmt.Errorf("no disk %q", request.ID)
	}
	set(&m.state(request.ID).Content, request.Content)
	m.withCatalog(func(diskCatalog) {
		if request.ChangeTracking != nil {
			disk.Config.ChangedBlockTrackingEnabled = request.ChangeTracking
		}
		if request.KeepAfterDeleteVM != nil {
			disk.Config.KeepAfterDeleteVm = request.KeepAfterDeleteVM
		}
	})
	return nothing{}, nil
}

type diskRelocation struct {
	ID        string `json:"id"`
	Datastore string `json:"datastore"` // moref
}

// relocateDisk moves an FCD to another datastore, as Storage vMotion does. Its path changes, and its id stays. The VM
// that has it sees the new file.
func (m *volumeManager) relocateDisk(request diskRelocation) (nothing, error) {
	disk, from := m.disk(request.ID)
	to := get[simulator.Datastore](m.ctx, types.ManagedObjectReference{Type: "Datastore", Value: request.Datastore})
	if disk == nil || to == nil {
		return nothing{}, fmt.Errorf("no disk %q, or no datastore %q", request.ID, request.Datastore)
	}
	path := "fcd/" + uuid.NewString() + ".vmdk"
	if err := writeDisk(fileOf(to, path), disk.Config.CapacityInMB); err != nil {
		return nothing{}, err
	}
	removeFiles(from, disk)
	m.withCatalog(func(catalog diskCatalog) {
		delete(catalog[from.Self], disk.Config.Id)
		backing := *backingOf(disk)
		backing.Datastore, backing.FilePath = to.Self, fmt.Sprintf("[%s] %s", to.Name, path)
		disk.Config.Backing = &backing
	})
	m.putDisk(to.Self, disk)
	m.showSpace(from)
	m.showSpace(to)
	m.refreshDevices(request.ID)
	return nothing{}, nil
}

type volumeTaskAnswer struct {
	ID        string     `json:"id"`
	Method    string     `json:"method"`
	State     string     `json:"state"`
	Subjects  []string   `json:"subjects"` // ids of volumes, or the name and the chosen id of a new one
	Volume    string     `json:"volume"`   // id of the volume that the task made
	Fault     string     `json:"fault"`    // type of the fault of the task or of its first result
	Cause     string     `json:"cause"`    // type of the innermost fault in it
	Queued    time.Time  `json:"queued"`
	Started   *time.Time `json:"started"`
	Completed *time.Time `json:"completed"`
	Held      bool       `json:"held"`
	Vanished  bool       `json:"vanished"`
}

// listTasks returns all tasks since the start, oldest first, with those that vanished.
func (m *volumeManager) listTasks() []volumeTaskAnswer {
	answer := []volumeTaskAnswer{}
	for _, t := range m.tasks {
		described := volumeTaskAnswer{
			ID: t.info.Key, Method: t.method, State: string(t.info.State), Subjects: append([]string{}, subjects(t.request)...),
			Queued: t.info.QueueTime, Started: t.info.StartTime, Completed: t.info.CompleteTime,
			Held: t.released != nil && !isClosed(t.released), Vanished: t.vanished,
		}
		if t.info.Error != nil {
			described.Fault, described.Cause = faultName(t.info.Error), faultName(rootCause(t.info.Error))
		}
		if results := resultsOf(t.info.Result); len(results) > 0 {
			first := results[0].GetCnsVolumeOperationResult()
			if first.Fault != nil {
				described.Fault, described.Cause = faultName(first.Fault), faultName(rootCause(first.Fault))
			} else if t.method == "CnsCreateVolume" {
				described.Volume = first.VolumeId.Id
			}
		}
		answer = append(answer, described)
	}
	return answer
}

// resultsOf returns the results of a task. A loaded result is not a pointer.
func resultsOf(result types.AnyType) []cnstypes.BaseCnsVolumeOperationResult {
	switch done := result.(type) {
	case *cnstypes.CnsVolumeOperationBatchResult:
		return done.VolumeResults
	case cnstypes.CnsVolumeOperationBatchResult:
		return done.VolumeResults
	default:
		return nil
	}
}

func faultName(fault *types.LocalizedMethodFault) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(fmt.Sprintf("%T", fault.Fault), "*"), "types."), "main.")
}

func isClosed(channel chan struct{}) bool {
	select {
	case <-channel:
		return true
	default:
		return false
	}
}

type tasksRequest struct {
	IDs []string `json:"ids"`
	All bool     `json:"all"`
}

// vanishTasks removes tasks, whether or not their work is done. The work goes on.
func (m *volumeManager) vanishTasks(request tasksRequest) (nothing, error) {
	return nothing{}, m.forTasks(request, m.vanish)
}

// releaseTasks lets tasks finish that a rule holds.
func (m *volumeManager) releaseTasks(request tasksRequest) (nothing, error) {
	return nothing{}, m.forTasks(request, func(t *volumeTask) {
		if t.released != nil && !isClosed(t.released) {
			close(t.released)
		}
	})
}

func (m *volumeManager) forTasks(request tasksRequest, do func(*volumeTask)) error {
	for _, id := range request.IDs {
		if !slices.ContainsFunc(m.tasks, func(t *volumeTask) bool { return t.info.Key == id }) {
			return fmt.Errorf("no task %q", id)
		}
	}
	for _, t := range m.tasks {
		if request.All || slices.Contains(request.IDs, t.info.Key) {
			do(t)
		}
	}
	return nil
}

func (m *volumeManager) getSettings() volumeSettings {
	return m.settings
}

// putSettings replaces the settings. Missing fields get their defaults.
func (m *volumeManager) putSettings(request settingsRequest) (volumeSettings, error) {
	settings := request.over(defaultVolumeSettings())
	if err := settings.validate(); err != nil {
		return volumeSettings{}, err
	}
	m.settings = settings
	m.startPending()
	return settings, nil
}

// settingsRequest has the fields of volumeSettings, all optional.
type settingsRequest struct {
	Methods            map[string]taskTimes `json:"methods"`
	Workers            *int                 `json:"workers"`
	RetentionMs        *int64               `json:"retentionMs"`
	OnRestart          *string              `json:"onRestart"`
	FaultsAsTaskErrors *bool                `json:"faultsAsTaskErrors"`
	MissingVolume      *string              `json:"missingVolume"`
	AnySoapAction      *bool                `json:"anySoapAction"`
	DiskMode           *string              `json:"diskMode"`
	FaultForm          *string              `json:"faultForm"`
	PlainFaults        *[]string            `json:"plainFaults"`
	OneEntityPerType   *bool                `json:"oneEntityPerType"`
	NotAttached        *string              `json:"notAttached"`
	Unregistered       *string              `json:"unregistered"`
	FileSnapshots      *string              `json:"fileSnapshots"`
	RefusedArrays      *[]string            `json:"refusedArrays"`
	ActivationIDs      *string              `json:"activationIds"`
	TaskHistory        *string              `json:"taskHistory"`
	HistoryLagMs       *int64               `json:"historyLagMs"`
	AttachInUse        *bool                `json:"attachInUse"`
	SnapshotPercent    *int64               `json:"snapshotPercent"`
}

func (r settingsRequest) over(settings volumeSettings) volumeSettings {
	for method, times := range r.Methods {
		settings.Methods[method] = times
	}
	set(&settings.Workers, r.Workers)
	set(&settings.RetentionMs, r.RetentionMs)
	set(&settings.OnRestart, r.OnRestart)
	set(&settings.FaultsAsTaskErrors, r.FaultsAsTaskErrors)
	set(&settings.MissingVolume, r.MissingVolume)
	set(&settings.AnySoapAction, r.AnySoapAction)
	set(&settings.DiskMode, r.DiskMode)
	set(&settings.FaultForm, r.FaultForm)
	set(&settings.PlainFaults, r.PlainFaults)
	set(&settings.OneEntityPerType, r.OneEntityPerType)
	set(&settings.NotAttached, r.NotAttached)
	set(&settings.Unregistered, r.Unregistered)
	set(&settings.FileSnapshots, r.FileSnapshots)
	set(&settings.RefusedArrays, r.RefusedArrays)
	set(&settings.ActivationIDs, r.ActivationIDs)
	set(&settings.TaskHistory, r.TaskHistory)
	set(&settings.HistoryLagMs, r.HistoryLagMs)
	set(&settings.AttachInUse, r.AttachInUse)
	set(&settings.SnapshotPercent, r.SnapshotPercent)
	return settings
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

type rulesRequest struct {
	Rules []*volumeRule `json:"rules"`
}

// getRules returns the rules that are not used up.
func (m *volumeManager) getRules() rulesRequest {
	answer := rulesRequest{Rules: []*volumeRule{}}
	for _, rule := range m.rules {
		copied := *rule
		answer.Rules = append(answer.Rules, &copied)
	}
	return answer
}

// putRules replaces the rules. The first rule that matches a call changes it.
func (m *volumeManager) putRules(request rulesRequest) (nothing, error) {
	for i, rule := range request.Rules {
		if rule == nil {
			return nothing{}, fmt.Errorf("rule %d: it is null, expected an object", i)
		}
		if err := rule.complete(); err != nil {
			return nothing{}, fmt.Errorf("rule %d: %w", i, err)
		}
	}
	m.rules = request.Rules
	return nothing{}, nil
}

func (m *volumeManager) getCounts() volumeCounts {
	return m.counts.copied()
}

// resetCounts sets the counts to zero, except those of the tasks in flight and of the calls that wait.
func (m *volumeManager) resetCounts() nothing {
	inFlight, waiting := m.counts.InFlight, m.counts.Waiting
	m.counts = newVolumeCounts()
	m.counts.InFlight, m.counts.MaxInFlight, m.counts.Waiting = inFlight, inFlight, waiting
	return nothing{}
}

// releaseCalls ends the wait of calls that hang.
func (m *volumeManager) releaseCalls() nothing {
	close(m.resumed)
	m.resumed = make(chan struct{})
	return nothing{}
}

type datastoreAnswer struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	URL         string   `json:"url"`
	Datacenter  string   `json:"datacenter"`
	Hosts       []string `json:"hosts"` // names
	CapacityMb  int64    `json:"capacityMb"`
	FreeMb      int64    `json:"freeMb"`
	Maintenance string   `json:"maintenance"`
	Accessible  bool     `json:"accessible"`
	Pod         string   `json:"pod"` // name of its datastore cluster, or ""
}

func (m *volumeManager) listDatastores() []datastoreAnswer {
	answer := []datastoreAnswer{}
	for _, entity := range m.ctx.Map.All("Datastore") {
		store := entity.(*simulator.Datastore)
		described := datastoreAnswer{
			ID: store.Self.Value, Name: store.Name, URL: urlOf(store), Hosts: []string{},
			CapacityMb: m.spaceOf(store).CapacityMb, FreeMb: m.freeMb(store),
			Maintenance: store.Summary.MaintenanceMode, Accessible: store.Summary.Accessible,
		}
		if datacenter := datacenterOf(m.ctx, store); datacenter != nil {
			described.Datacenter = datacenter.Name
		}
		if pod := get[simulator.StoragePod](m.ctx, *store.Parent); pod != nil {
			described.Pod = pod.Name
		}
		for _, mount := range store.Host {
			if host := get[simulator.HostSystem](m.ctx, mount.Key); host != nil {
				described.Hosts = append(described.Hosts, host.Name)
			}
		}
		answer = append(answer, described)
	}
	slices.SortFunc(answer, func(a, b datastoreAnswer) int {
		return slices.Compare([]string{a.Datacenter, a.Name}, []string{b.Datacenter, b.Name})
	})
	return answer
}

type datastoresRequest struct {
	Datastores []datastoreSpec `json:"datastores"`
}

type datastoreSpec struct {
	Datacenter string `json:"datacenter"`
	Name       string `json:"name"`
	// Hosts that mount it from now on, by name or moref. They must be in the datacenter.
	Hosts      []string `json:"hosts"`
	CapacityMb *int64   `json:"capacityMb"`
	// FreeMb sets how much space is left. Other files use the rest.
	FreeMb *int64 `json:"freeMb"`
	// Maintenance is normal, enteringMaintenance or inMaintenance.
	Maintenance *string `json:"maintenance"`
	Accessible  *bool   `json:"accessible"`
	// Mounts changes how hosts mount it.
	Mounts []mountSpec `json:"mounts"`
	// Suspended is the value of the custom field cns.vmware.com/datastoreSuspended. "" removes it.
	Suspended *string `json:"suspended"`
}

// changeDatastores creates the datastores that do not exist yet, and changes what a spec sets. Capacity and free space
// are those of the volume manager: a RefreshDatastore of a client shows other values.
func (c *vcenter) changeDatastores(request datastoresRequest) ([]datastoreAnswer, error) {
	if c.cns == nil {
		return nil, errStock
	}
	c.bulk.Lock()
	defer c.bulk.Unlock()
	for _, spec := range request.Datastores {
		if err := c.changeDatastore(spec); err != nil {
			return nil, fmt.Errorf("datastore %q: %w", spec.Name, err)
		}
	}
	return withVolumes(c, (*volumeManager).listDatastores)()
}

func (s datastoreSpec) validate() error {
	modes := []string{
		string(types.DatastoreSummaryMaintenanceModeStateNormal),
		string(types.DatastoreSummaryMaintenanceModeStateEnteringMaintenance),
		string(types.DatastoreSummaryMaintenanceModeStateInMaintenance),
	}
	if s.Maintenance != nil && !slices.Contains(modes, *s.Maintenance) {
		return fmt.Errorf("maintenance is %q, expected one of %s", *s.Maintenance, strings.Join(modes, ", "))
	}
	for name, value := range map[string]*int64{"capacityMb": s.CapacityMb, "freeMb": s.FreeMb} {
		if value != nil && *value < 0 {
			return fmt.Errorf("%s is %d, expected 0 or more", name, *value)
		}
	}
	return nil
}

func (c *vcenter) changeDatastore(spec datastoreSpec) error {
	if err := spec.validate(); err != nil {
		return err
	}
	ctx := c.context()
	datacenter := findDatacenter(ctx, spec.Datacenter)
	if datacenter == nil {
		return fmt.Errorf("no datacenter %q", spec.Datacenter)
	}
	for _, name := range spec.Hosts {
		host := findHost(ctx, name)
		if host == nil || datacenterOf(ctx, host) != datacenter {
			return fmt.Errorf("no host %q in datacenter %q", name, spec.Datacenter)
		}
		if err := c.mount(ctx, host, spec.Name); err != nil {
			return err
		}
	}
	store := findDatastore(ctx, datacenter, spec.Name)
	if store == nil {
		return errors.New("a new datastore needs hosts")
	}
	for _, each := range spec.Mounts {
		if err := changeMount(ctx, store, each); err != nil {
			return err
		}
	}
	if spec.Suspended != nil {
		if err := setField(ctx, store, "cns.vmware.com/datastoreSuspended", *spec.Suspended); err != nil {
			return err
		}
	}
	m := c.cns
	m.mu.Lock()
	defer m.mu.Unlock()
	var changes []types.PropertyChange
	if spec.Maintenance != nil {
		changes = append(changes, types.PropertyChange{Name: "summary.maintenanceMode", Val: *spec.Maintenance})
	}
	if spec.Accessible != nil {
		changes = append(changes, types.PropertyChange{Name: "summary.accessible", Val: *spec.Accessible})
	}
	if len(changes) > 0 {
		ctx.WithLock(store, func() { ctx.Update(store, changes) })
	}
	space := m.spaceOf(store)
	before := *space
	set(&space.CapacityMb, spec.CapacityMb)
	if spec.FreeMb != nil {
		space.OtherMb = 0
		unused := m.freeMb(store)
		if *spec.FreeMb > unused {
			*space = before
			return fmt.Errorf("freeMb is %d, expected at most %d: disks use the rest", *spec.FreeMb, unused)
		}
		space.OtherMb = unused - *spec.FreeMb
	}
	m.showSpace(store)
	return nil
}

// setField sets a custom field of a datastore, and creates the field if it does not exist.
func setField(ctx *simulator.Context, store *simulator.Datastore, name, value string) error {
	manager := ctx.Map.CustomFieldsManager()
	at := slices.IndexFunc(manager.Field, func(field types.CustomFieldDef) bool { return field.Name == name })
	if at < 0 {
		made := manager.AddCustomFieldDef(ctx, &types.AddCustomFieldDef{Name: name, MoType: "Datastore"})
		if err := failure(made); err != nil {
			return err
		}
		at = len(manager.Field) - 1
		ctx.WithLock(manager, func() {
			ctx.Update(manager, []types.PropertyChange{{Name: "field", Val: slices.Clone(manager.Field)}})
		})
	}
	key := manager.Field[at].Key
	changed := func(values []types.BaseCustomFieldValue) []types.BaseCustomFieldValue {
		values = slices.DeleteFunc(slices.Clone(values), func(each types.BaseCustomFieldValue) bool {
			return each.GetCustomFieldValue().Key == key
		})
		if value != "" {
			values = append(values, &types.CustomFieldStringValue{
				CustomFieldValue: types.CustomFieldValue{Key: key}, Value: value,
			})
		}
		return values
	}
	// SetField of the simulator does not notify collectors.
	ctx.WithLock(store, func() {
		ctx.Update(store, []types.PropertyChange{
			{Name: "customValue", Val: changed(store.CustomValue)}, {Name: "value", Val: changed(store.Value)},
		})
	})
	return nil
}
