package main

import (
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
type volumeManager struct {
	types.ManagedObjectReference

	center *vcenter

	mu       sync.Mutex
	volumes  map[string]*volume // by id
	sequence int64
	settings volumeSettings
	rules    []*volumeRule
	tasks    []*volumeTask // oldest first, with those that vanished
	pending  []*volumeTask // in state queued, and ready to run
	running  int
	counts   volumeCounts
	spaces   map[string]*space  // by datastore
	ctx      *simulator.Context // of all work that holds mu
	closed   chan struct{}
}

func newVolumeManager(center *vcenter) *volumeManager {
	return &volumeManager{
		ManagedObjectReference: cns.CnsVolumeManagerInstance,
		center:                 center,
		volumes:                make(map[string]*volume),
		settings:               defaultVolumeSettings(),
		counts:                 newVolumeCounts(),
		spaces:                 make(map[string]*space),
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
}

// close ends the threads of all tasks.
func (m *volumeManager) close() {
	close(m.closed)
}

// since contains the first API versions of methods that older vCenters do not have.
var since = map[string]string{
	"CnsQueryAsync":      "7.0.3",
	"CnsCreateSnapshots": "7.0.3",
	"CnsDeleteSnapshots": "7.0.3",
	"CnsQuerySnapshots":  "7.0.3",
	"CnsQueryVolumeInfo": "8.0.2",
}

// chosenIDs is the first API version that lets a client choose the ids of volumes and snapshots.
const chosenIDs = "9.1"

// admit counts a call, and rejects it if the API version does not have the method, or if a rule says so. The simulator
// calls it before each method.
func (m *volumeManager) admit(ctx *simulator.Context, method *simulator.Method) (mo.Reference, types.BaseMethodFault) {
	if method.This != m.ManagedObjectReference || ctx.Session == nil {
		return nil, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts.called(method)
	if first, ok := since[method.Name]; ok && older(m.center.apiVersion(), first) {
		return nil, &types.MethodNotFound{Receiver: method.This, Method: method.Name}
	}
	if rule := m.takeRule(method.Name, method.Body, inCall); rule != nil {
		return nil, rule.fault()
	}
	if tooNew(m.center.apiVersion(), method.Body) {
		return nil, new(types.InvalidRequest)
	}
	return nil, nil
}

// tooNew returns true if metadata has elements that a vCenter before 7.0 U2 rejects.
func tooNew(apiVersion string, request any) bool {
	if !older(apiVersion, "7.0.2") {
		return false
	}
	newer := func(metadata cnstypes.CnsVolumeMetadata) bool {
		for _, each := range metadata.EntityMetadata {
			if each.GetCnsEntityMetadata().ClusterID != "" {
				return true
			}
		}
		return metadata.ContainerCluster.ClusterDistribution != "" || len(metadata.ContainerClusterArray) > 0
	}
	switch r := request.(type) {
	case *cnstypes.CnsCreateVolume:
		for _, spec := range r.CreateSpecs {
			if newer(spec.Metadata) {
				return true
			}
		}
	case *cnstypes.CnsUpdateVolumeMetadata:
		for _, spec := range r.UpdateSpecs {
			if newer(spec.Metadata) {
				return true
			}
		}
	}
	return false
}

func (c *vcenter) apiVersion() string {
	return c.service.Context.Map.Get(vim25.ServiceInstance).(*simulator.ServiceInstance).Content.About.ApiVersion
}

// The methods. Each method but the two queries starts a task, whose work is in perform.

func (m *volumeManager) CnsCreateVolume(ctx *simulator.Context, r *cnstypes.CnsCreateVolume) soap.HasFault {
	return &methods.CnsCreateVolumeBody{Res: &cnstypes.CnsCreateVolumeResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsDeleteVolume(ctx *simulator.Context, r *cnstypes.CnsDeleteVolume) soap.HasFault {
	return &methods.CnsDeleteVolumeBody{Res: &cnstypes.CnsDeleteVolumeResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsExtendVolume(ctx *simulator.Context, r *cnstypes.CnsExtendVolume) soap.HasFault {
	return &methods.CnsExtendVolumeBody{Res: &cnstypes.CnsExtendVolumeResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsUpdateVolumeMetadata(ctx *simulator.Context, r *cnstypes.CnsUpdateVolumeMetadata) soap.HasFault {
	return &methods.CnsUpdateVolumeBody{Res: &cnstypes.CnsUpdateVolumeMetadataResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsAttachVolume(ctx *simulator.Context, r *cnstypes.CnsAttachVolume) soap.HasFault {
	return &methods.CnsAttachVolumeBody{Res: &cnstypes.CnsAttachVolumeResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsDetachVolume(ctx *simulator.Context, r *cnstypes.CnsDetachVolume) soap.HasFault {
	return &methods.CnsDetachVolumeBody{Res: &cnstypes.CnsDetachVolumeResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsQueryVolumeInfo(ctx *simulator.Context, r *cnstypes.CnsQueryVolumeInfo) soap.HasFault {
	return &methods.CnsQueryVolumeInfoBody{Res: &cnstypes.CnsQueryVolumeInfoResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsQueryAsync(ctx *simulator.Context, r *cnstypes.CnsQueryAsync) soap.HasFault {
	return &methods.CnsQueryAsyncBody{Res: &cnstypes.CnsQueryAsyncResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsCreateSnapshots(ctx *simulator.Context, r *cnstypes.CnsCreateSnapshots) soap.HasFault {
	return &methods.CnsCreateSnapshotsBody{Res: &cnstypes.CnsCreateSnapshotsResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsDeleteSnapshots(ctx *simulator.Context, r *cnstypes.CnsDeleteSnapshots) soap.HasFault {
	return &methods.CnsDeleteSnapshotBody{Res: &cnstypes.CnsDeleteSnapshotsResponse{Returnval: m.submit(ctx, r)}}
}

func (m *volumeManager) CnsQuerySnapshots(ctx *simulator.Context, r *cnstypes.CnsQuerySnapshots) soap.HasFault {
	return &methods.CnsQuerySnapshotsBody{Res: &cnstypes.CnsQuerySnapshotsResponse{Returnval: m.submit(ctx, r)}}
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
		return performEach("CnsAttachVolumeSpec", r.AttachSpecs, m.attach)
	case *cnstypes.CnsDetachVolume:
		return performEach("CnsDetachVolumeSpec", r.DetachSpecs, m.detach)
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
