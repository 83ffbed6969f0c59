package main

import (
	"strings"
	"sync"

	"github.com/vmware/govmomi/cns"
	"github.com/vmware/govmomi/cns/methods"
	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// volumeManager is the CnsVolumeManager of vCenter, Cloud Native Storage. It replaces that of the simulator, unless
// vcsim runs with -stock-cns. See the other files cns_*.go for its parts.
//
// A volume is a First Class Disk (FCD) with a name, metadata, attachments and snapshots. The VStorageObjectManager of
// the simulator holds the FCDs, so that both APIs show the same disks.
//
// Threads: mu guards all fields. It is the first lock that a thread takes; the locks of managed objects come after it.
// A call that waits for the admin API does not hold it.
type volumeManager struct {
	types.ManagedObjectReference

	center *vcenter

	mu       sync.Mutex
	volumes  map[string]*volume // by id
	sequence int64
	settings volumeSettings
	rules    []*volumeRule
	answers  map[*simulator.Context]*volumeRule // for the answers of calls whose work is not done yet
	resumed  chan struct{}                      // closed by the admin call that ends the wait of calls
	tasks    []*volumeTask                      // oldest first, with those that vanished
	pending  []*volumeTask                      // in state queued, and ready to run
	running  int
	counts   volumeCounts
	spaces   map[string]*space     // by datastore
	states   map[string]*diskState // by the id of the FCD
	// locks contains the FCDs whose files a VM outside the inventory has opened, and its former reference.
	locks     map[string]types.ManagedObjectReference
	index     *diskIndex
	shares    map[string]*fileShare // by id
	omitted   map[string]string     // where CNS does not show a volume, by its id
	catalogue *catalogue
	backup    *backup
	// hidden contains the devices of VMs that do not show them.
	hidden map[types.ManagedObjectReference][]types.BaseVirtualDevice
	// policies contains the storage policies that admin calls made or changed.
	policies       []*storagePolicy
	loadedPolicies []storagePolicy    // until PBM is there
	ctx            *simulator.Context // of all work that holds mu
	closed         chan struct{}
}

func newVolumeManager(center *vcenter) *volumeManager {
	return &volumeManager{
		ManagedObjectReference: cns.CnsVolumeManagerInstance,
		center:                 center,
		volumes:                make(map[string]*volume),
		settings:               defaultVolumeSettings(),
		answers:                make(map[*simulator.Context]*volumeRule),
		resumed:                make(chan struct{}),
		counts:                 newVolumeCounts(),
		spaces:                 make(map[string]*space),
		states:                 make(map[string]*diskState),
		locks:                  make(map[string]types.ManagedObjectReference),
		hidden:                 make(map[types.ManagedObjectReference][]types.BaseVirtualDevice),
		index:                  newDiskIndex(center.context()),
		shares:                 make(map[string]*fileShare),
		omitted:                make(map[string]string),
		catalogue:              new(catalogue),
		ctx:                    center.context(),
		closed:                 make(chan struct{}),
	}
}

// serve replaces the volume manager of the simulator, whose endpoint is already registered.
func (m *volumeManager) serve(service *simulator.Service) {
	own := simulator.NewRegistry()
	own.Namespace, own.Path = cns.Namespace, cns.Path
	own.Put(m)
	service.RegisterSDK(own)
	service.Context.For(cns.Path).Map.Handler = m.admit
	m.servePolicies()
}

// Lock and Unlock replace the lock that the simulator holds during a call, so that a call that waits stops no other.
func (m *volumeManager) Lock()   {}
func (m *volumeManager) Unlock() {}

// close ends the threads of all tasks, and the calls that wait.
func (m *volumeManager) close() {
	close(m.closed)
}

// admit counts a call, and rejects it if the API version does not have the method, or if a rule says so. A rule can make
// it wait. The simulator calls it before each method.
func (m *volumeManager) admit(ctx *simulator.Context, method *simulator.Method) (mo.Reference, types.BaseMethodFault) {
	if method.This != m.ManagedObjectReference || ctx.Session == nil {
		return nil, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts.called(method)
	if first, ok := since[method.Name]; ok && older(m.center.apiVersion(), first) {
		if strings.HasSuffix(method.Name, "Snapshots") {
			return nil, new(types.NotSupported)
		}
		return nil, &types.MethodNotFound{Receiver: method.This, Method: method.Name}
	}
	if root := content(m.ctx).RootFolder; !rightsOf(m.ctx).grants(m.ctx, root, cnsSearchable) {
		return nil, &types.NoPermission{Object: &root, PrivilegeId: cnsSearchable}
	}
	if tooNew(m.center.apiVersion(), method.Body) {
		return nil, new(types.InvalidRequest)
	}
	if rule := m.takeRule(method.Name, method.Body, inCall); rule != nil {
		m.wait(rule, atStart)
		if rule.Fault != "" && !rule.After {
			return nil, rule.fault()
		}
		m.answers[ctx] = rule
	}
	return nil, nil
}

func (c *vcenter) apiVersion() string {
	return c.service.Context.Map.Get(vim25.ServiceInstance).(*simulator.ServiceInstance).Content.About.ApiVersion
}

// answer returns the answer of a call whose work is done. A rule can delay it, or replace it by a fault.
func (m *volumeManager) answer(ctx *simulator.Context, done soap.HasFault) soap.HasFault {
	m.mu.Lock()
	defer m.mu.Unlock()
	rule, ok := m.answers[ctx]
	if !ok {
		return done
	}
	delete(m.answers, ctx)
	m.wait(rule, atEnd)
	if rule.Fault != "" {
		return &faultBody{simulator.Fault("", rule.fault())}
	}
	return done
}

// faultBody is an answer of any method that is only a fault.
type faultBody struct {
	Fault_ *soap.Fault
}

func (b *faultBody) Fault() *soap.Fault { return b.Fault_ }

// wait lets a call wait as its rule says. mu is held, but not during the wait.
func (m *volumeManager) wait(rule *volumeRule, at string) {
	delays := at == atStart && rule.DelayMs > 0
	if !delays && rule.Hang != at {
		return
	}
	resumed := m.resumed
	m.counts.Waiting++
	m.mu.Unlock()
	if delays {
		m.sleep(milliseconds(rule.DelayMs))
	}
	if rule.Hang == at {
		select {
		case <-resumed:
		case <-m.closed:
		}
	}
	m.mu.Lock()
	m.counts.Waiting--
}

// The methods. Each method but the two queries starts a task, whose work is in perform.

func (m *volumeManager) CnsCreateVolume(ctx *simulator.Context, r *cnstypes.CnsCreateVolume) soap.HasFault {
	if m.refusesNew(r.CreateSpecs) {
		return m.answer(ctx, &faultBody{duplicatedEntity()})
	}
	return m.answer(ctx, &methods.CnsCreateVolumeBody{Res: &cnstypes.CnsCreateVolumeResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsDeleteVolume(ctx *simulator.Context, r *cnstypes.CnsDeleteVolume) soap.HasFault {
	return m.answer(ctx, &methods.CnsDeleteVolumeBody{Res: &cnstypes.CnsDeleteVolumeResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsExtendVolume(ctx *simulator.Context, r *cnstypes.CnsExtendVolume) soap.HasFault {
	return m.answer(ctx, &methods.CnsExtendVolumeBody{Res: &cnstypes.CnsExtendVolumeResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsUpdateVolumeMetadata(ctx *simulator.Context, r *cnstypes.CnsUpdateVolumeMetadata) soap.HasFault {
	if m.refusesUpdates(r.UpdateSpecs) {
		return m.answer(ctx, &faultBody{duplicatedEntity()})
	}
	return m.answer(ctx, &methods.CnsUpdateVolumeBody{Res: &cnstypes.CnsUpdateVolumeMetadataResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsAttachVolume(ctx *simulator.Context, r *cnstypes.CnsAttachVolume) soap.HasFault {
	if fault := m.notInCatalogue(r.AttachSpecs); fault != nil {
		return m.answer(ctx, &faultBody{fault})
	}
	return m.answer(ctx, &methods.CnsAttachVolumeBody{Res: &cnstypes.CnsAttachVolumeResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsDetachVolume(ctx *simulator.Context, r *cnstypes.CnsDetachVolume) soap.HasFault {
	return m.answer(ctx, &methods.CnsDetachVolumeBody{Res: &cnstypes.CnsDetachVolumeResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsQueryVolumeInfo(ctx *simulator.Context, r *cnstypes.CnsQueryVolumeInfo) soap.HasFault {
	return m.answer(ctx, &methods.CnsQueryVolumeInfoBody{Res: &cnstypes.CnsQueryVolumeInfoResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsQueryAsync(ctx *simulator.Context, r *cnstypes.CnsQueryAsync) soap.HasFault {
	return m.answer(ctx, &methods.CnsQueryAsyncBody{Res: &cnstypes.CnsQueryAsyncResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsCreateSnapshots(ctx *simulator.Context, r *cnstypes.CnsCreateSnapshots) soap.HasFault {
	return m.answer(ctx, &methods.CnsCreateSnapshotsBody{Res: &cnstypes.CnsCreateSnapshotsResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsDeleteSnapshots(ctx *simulator.Context, r *cnstypes.CnsDeleteSnapshots) soap.HasFault {
	return m.answer(ctx, &methods.CnsDeleteSnapshotBody{Res: &cnstypes.CnsDeleteSnapshotsResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsQuerySnapshots(ctx *simulator.Context, r *cnstypes.CnsQuerySnapshots) soap.HasFault {
	return m.answer(ctx, &methods.CnsQuerySnapshotsBody{Res: &cnstypes.CnsQuerySnapshotsResponse{Returnval: m.submit(ctx, r)}})
}

func (m *volumeManager) CnsUnregisterVolume(ctx *simulator.Context, r *cnstypes.CnsUnregisterVolume) soap.HasFault {
	return m.answer(ctx, &methods.CnsUnregisterVolumeBody{Res: &cnstypes.CnsUnregisterVolumeResponse{Returnval: m.submit(ctx, r)}})
}

// CnsSetVolumeControlFlags sets flags of FCDs. It starts no task, and answers nothing.
func (m *volumeManager) CnsSetVolumeControlFlags(ctx *simulator.Context, r *cnstypes.CnsSetVolumeControlFlags) soap.HasFault {
	body := &methods.CnsSetVolumeControlFlagsBody{Res: new(cnstypes.CnsSetVolumeControlFlagsResponse)}
	if fault := m.setFlags(r.ControlFlagsSpecs, true); fault != nil {
		body.Res, body.Fault_ = nil, simulator.Fault("", fault)
	}
	return m.answer(ctx, body)
}

// CnsClearVolumeControlFlags clears flags of FCDs. It starts no task, and answers nothing.
func (m *volumeManager) CnsClearVolumeControlFlags(ctx *simulator.Context, r *cnstypes.CnsClearVolumeControlFlags) soap.HasFault {
	body := &methods.CnsClearVolumeControlFlagsBody{Res: new(cnstypes.CnsClearVolumeControlFlagsResponse)}
	if fault := m.setFlags(r.ControlFlagsSpecs, false); fault != nil {
		body.Res, body.Fault_ = nil, simulator.Fault("", fault)
	}
	return m.answer(ctx, body)
}

// perform does the work of a task. mu is held.
func (m *volumeManager) perform(request any) (types.AnyType, types.BaseMethodFault) {
	switch r := request.(type) {
	case *cnstypes.CnsCreateVolume:
		return onlyOne(r.CreateSpecs, m.create)
	case *cnstypes.CnsDeleteVolume:
		return onlyOne(r.VolumeIds, func(id cnstypes.CnsVolumeId) cnstypes.BaseCnsVolumeOperationResult {
			return m.delete(id, r.DeleteDisk)
		})
	case *cnstypes.CnsExtendVolume:
		return onlyOne(r.ExtendSpecs, m.extend)
	case *cnstypes.CnsCreateSnapshots:
		return onlyOne(r.SnapshotSpecs, m.createSnapshot)
	case *cnstypes.CnsDeleteSnapshots:
		return onlyOne(r.SnapshotDeleteSpecs, m.deleteSnapshot)
	case *cnstypes.CnsUpdateVolumeMetadata:
		return performEach("CnsUpdateVolumeMetadataSpec", r.UpdateSpecs, m.updateMetadata)
	case *cnstypes.CnsAttachVolume:
		return m.onOneVM("CnsAttachVolume", r.AttachSpecs, m.attach)
	case *cnstypes.CnsDetachVolume:
		return m.onOneVM("CnsDetachVolume", r.DetachSpecs, m.detach)
	case *cnstypes.CnsUnregisterVolume:
		return performEach("CnsUnregisterVolumeSpec", r.UnregisterSpec, m.unregister)
	case *cnstypes.CnsQueryVolumeInfo:
		return performEach("volumes", r.VolumeIds, m.queryInfo)
	case *cnstypes.CnsQueryAsync:
		return batch(&CnsAsyncQueryResult{QueryResult: m.query(&r.Filter, r.Selection)}), nil
	case *cnstypes.CnsQuerySnapshots:
		return m.querySnapshots(r.SnapshotQueryFilter), nil
	default:
		return nil, &types.MethodNotFound{Receiver: m.ManagedObjectReference}
	}
}

// onlyOne rejects several specs, as a real vCenter does for these methods.
func onlyOne[S any](specs []S, do func(S) cnstypes.BaseCnsVolumeOperationResult) (types.AnyType, types.BaseMethodFault) {
	if len(specs) != 1 {
		return nil, &types.InvalidArgument{InvalidProperty: "InputSpec"}
	}
	return batch(do(specs[0])), nil
}

func performEach[S any](name string, specs []S, do func(S) cnstypes.BaseCnsVolumeOperationResult) (types.AnyType, types.BaseMethodFault) {
	if len(specs) == 0 {
		return nil, &types.InvalidArgument{InvalidProperty: name}
	}
	results := make([]cnstypes.BaseCnsVolumeOperationResult, 0, len(specs))
	for _, spec := range specs {
		results = append(results, do(spec))
	}
	return batch(results...), nil
}

func batch(results ...cnstypes.BaseCnsVolumeOperationResult) *cnstypes.CnsVolumeOperationBatchResult {
	return &cnstypes.CnsVolumeOperationBatchResult{VolumeResults: results}
}
