package main

import (
	"cmp"
	"maps"
	"slices"

	cnstypes "github.com/vmware/govmomi/cns/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// The types of a query result. Those of govmomi omit the xsi:type of backingObjectDetails, which vCenter sends.

type shownVolume struct {
	VolumeId                     cnstypes.CnsVolumeId                 `xml:"volumeId"`
	DatastoreUrl                 string                               `xml:"datastoreUrl,omitempty"`
	Name                         string                               `xml:"name,omitempty"`
	VolumeType                   string                               `xml:"volumeType,omitempty"`
	StoragePolicyId              string                               `xml:"storagePolicyId,omitempty"`
	Metadata                     *cnstypes.CnsVolumeMetadata          `xml:"metadata,omitempty"`
	BackingObjectDetails         cnstypes.BaseCnsBackingObjectDetails `xml:"backingObjectDetails,omitempty,typeattr"`
	ComplianceStatus             string                               `xml:"complianceStatus,omitempty"`
	DatastoreAccessibilityStatus string                               `xml:"datastoreAccessibilityStatus,omitempty"`
	HealthStatus                 string                               `xml:"healthStatus,omitempty"`
}

type shownVolumes struct {
	Volumes []shownVolume      `xml:"volumes,omitempty"`
	Cursor  cnstypes.CnsCursor `xml:"cursor"`
}

// CnsAsyncQueryResult is the result of CnsQueryAsync. Its name appears in the XML.
type CnsAsyncQueryResult struct {
	cnstypes.CnsVolumeOperationResult

	QueryResult shownVolumes `xml:"queryResult,omitempty"`
}

type queryResponse struct {
	Returnval shownVolumes `xml:"returnval"`
}

type queryVolumeBody struct {
	Res    *queryResponse `xml:"urn:vsan CnsQueryVolumeResponse,omitempty"`
	Fault_ *soap.Fault    `xml:"http://schemas.xmlsoap.org/soap/envelope/ Fault,omitempty"`
}

func (b *queryVolumeBody) Fault() *soap.Fault { return b.Fault_ }

type queryAllVolumeBody struct {
	Res    *queryResponse `xml:"urn:vsan CnsQueryAllVolumeResponse,omitempty"`
	Fault_ *soap.Fault    `xml:"http://schemas.xmlsoap.org/soap/envelope/ Fault,omitempty"`
}

func (b *queryAllVolumeBody) Fault() *soap.Fault { return b.Fault_ }

// CnsQueryVolume returns the volumes that match a filter, with all their properties.
func (m *volumeManager) CnsQueryVolume(ctx *simulator.Context, r *cnstypes.CnsQueryVolume) soap.HasFault {
	if r.Filter == nil { // the request has no xsi:type for it
		return m.answer(ctx, &faultBody{simulator.Fault("", &types.InvalidArgument{InvalidProperty: "filter"})})
	}
	return m.answer(ctx, &queryVolumeBody{Res: m.queryNow(r.Filter, nil)})
}

// CnsQueryAllVolume returns the volumes that match a filter, with the selected properties.
func (m *volumeManager) CnsQueryAllVolume(ctx *simulator.Context, r *cnstypes.CnsQueryAllVolume) soap.HasFault {
	return m.answer(ctx, &queryAllVolumeBody{Res: m.queryNow(&r.Filter, &r.Selection)})
}

func (m *volumeManager) queryNow(filter cnstypes.BaseCnsQueryFilter, selection *cnstypes.CnsQuerySelection) *queryResponse {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &queryResponse{Returnval: m.query(filter, selection)}
}

// query returns one page of the volumes that match a filter, oldest first. mu is held.
//
// The cursor of the answer is that of the next page. Its offset equals totalRecords after the last page.
func (m *volumeManager) query(base cnstypes.BaseCnsQueryFilter, selection *cnstypes.CnsQuerySelection) shownVolumes {
	byID := len(base.GetCnsQueryFilter().VolumeIds) > 0
	matching := slices.DeleteFunc(m.matching(base), func(v *volume) bool { return !m.shows(v, byID) })
	total := int64(len(matching))
	from, to, limit := page(base.GetCnsQueryFilter().Cursor, total)
	answer := shownVolumes{Cursor: cnstypes.CnsCursor{Offset: to, Limit: limit, TotalRecords: total}}
	for _, v := range matching[from:to] {
		answer.Volumes = append(answer.Volumes, selected(m.shown(v), selection))
	}
	return answer
}

// page returns the range of a cursor. No cursor, or one without a limit, means all records from the offset on.
func page(cursor *cnstypes.CnsCursor, total int64) (from, to, limit int64) {
	if cursor == nil {
		return 0, total, total
	}
	from, limit = min(max(cursor.Offset, 0), total), cursor.Limit
	if limit <= 0 {
		limit = total
	}
	return from, min(from+limit, total), limit
}

// matching returns the volumes that match a filter, oldest first. mu is held.
func (m *volumeManager) matching(base cnstypes.BaseCnsQueryFilter) []*volume {
	filter := base.GetCnsQueryFilter()
	var all []*volume
	for _, v := range m.candidates(filter) {
		if m.matches(v, filter) && matchesKubernetes(v, base) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b *volume) int { return cmp.Compare(a.Sequence, b.Sequence) })
	return all
}

// candidates avoids a look at all volumes if the filter has ids.
func (m *volumeManager) candidates(filter *cnstypes.CnsQueryFilter) []*volume {
	if len(filter.VolumeIds) == 0 {
		return slices.Collect(maps.Values(m.volumes))
	}
	found := make(map[string]*volume)
	for _, id := range filter.VolumeIds {
		if v, ok := m.volumes[id.Id]; ok {
			found[id.Id] = v
		}
	}
	return slices.Collect(maps.Values(found))
}

func (m *volumeManager) matches(v *volume, filter *cnstypes.CnsQueryFilter) bool {
	shown := m.shown(v)
	return among(filter.Names, v.Name) &&
		(len(filter.ContainerClusterIds) == 0 || slices.ContainsFunc(filter.ContainerClusterIds, v.belongsTo)) &&
		(filter.StoragePolicyId == "" || filter.StoragePolicyId == v.Policy) &&
		among(filter.Datastores, m.datastoreOf(v)) &&
		(len(filter.Labels) == 0 || v.hasLabel(filter.Labels)) &&
		(filter.ComplianceStatus == "" || filter.ComplianceStatus == shown.ComplianceStatus) &&
		(filter.DatastoreAccessibilityStatus == "" || filter.DatastoreAccessibilityStatus == shown.DatastoreAccessibilityStatus) &&
		(filter.HealthStatus == "" || filter.HealthStatus == shown.HealthStatus)
}

// among returns true if there is no restriction, or if it contains the value.
func among[T comparable](wanted []T, value T) bool {
	return len(wanted) == 0 || slices.Contains(wanted, value)
}

// belongsTo returns true if a cluster uses the volume.
func (v *volume) belongsTo(cluster string) bool {
	return slices.ContainsFunc(clustersOf(v.Metadata), func(known cnstypes.CnsContainerCluster) bool {
		return known.ClusterId == cluster
	})
}

func (v *volume) hasLabel(wanted []types.KeyValue) bool {
	return slices.ContainsFunc(v.Metadata.EntityMetadata, func(each cnstypes.BaseCnsEntityMetadata) bool {
		return slices.ContainsFunc(each.GetCnsEntityMetadata().Labels, func(label types.KeyValue) bool {
			return slices.Contains(wanted, label)
		})
	})
}

// matchesKubernetes applies the part of a filter that only CnsKubernetesQueryFilter has.
func matchesKubernetes(v *volume, base cnstypes.BaseCnsQueryFilter) bool {
	filter, ok := base.(*cnstypes.CnsKubernetesQueryFilter)
	if !ok {
		return true
	}
	named := func(kind cnstypes.CnsKubernetesEntityType, names []string) bool {
		return len(names) == 0 || v.hasEntity(func(entity *cnstypes.CnsKubernetesEntityMetadata) bool {
			return entity.EntityType == string(kind) && slices.Contains(names, entity.EntityName)
		})
	}
	inNamespace := len(filter.Namespaces) == 0 || v.hasEntity(func(entity *cnstypes.CnsKubernetesEntityMetadata) bool {
		return slices.Contains(filter.Namespaces, entity.Namespace)
	})
	return inNamespace && named(cnstypes.CnsKubernetesEntityTypePOD, filter.PodNames) &&
		named(cnstypes.CnsKubernetesEntityTypePVC, filter.PvcNames) &&
		named(cnstypes.CnsKubernetesEntityTypePV, filter.PvNames)
}

func (v *volume) hasEntity(test func(*cnstypes.CnsKubernetesEntityMetadata) bool) bool {
	return slices.ContainsFunc(v.Metadata.EntityMetadata, func(each cnstypes.BaseCnsEntityMetadata) bool {
		entity, ok := each.(*cnstypes.CnsKubernetesEntityMetadata)
		return ok && test(entity)
	})
}

const (
	healthy   = "green"
	unhealthy = "red"
	unknown   = "unknown"
)

// shown returns all properties of a volume. mu is held.
func (m *volumeManager) shown(v *volume) shownVolume {
	metadata := v.Metadata
	shown := shownVolume{
		VolumeId:         cnstypes.CnsVolumeId{Id: v.ID},
		Name:             v.Name,
		VolumeType:       v.Kind,
		StoragePolicyId:  v.Policy,
		Metadata:         &metadata,
		ComplianceStatus: "compliant",
	}
	if v.isFile() {
		return m.shownFile(shown)
	}
	disk, store := m.disk(v.ID)
	if store != nil && !m.fits(v.Policy, store.Self) {
		shown.ComplianceStatus = "nonCompliant"
	}
	if disk == nil { // the FCD was deleted
		shown.DatastoreAccessibilityStatus, shown.HealthStatus = unknown, unhealthy
		shown.BackingObjectDetails = &cnstypes.CnsBlockBackingDetails{BackingDiskId: v.ID}
		return shown
	}
	shown.DatastoreUrl = urlOf(store)
	shown.DatastoreAccessibilityStatus, shown.HealthStatus = "accessible", healthy
	if !store.Summary.Accessible {
		shown.DatastoreAccessibilityStatus, shown.HealthStatus = "notAccessible", unknown
	}
	shown.BackingObjectDetails = &cnstypes.CnsBlockBackingDetails{
		CnsBackingObjectDetails: cnstypes.CnsBackingObjectDetails{CapacityInMb: disk.Config.CapacityInMB},
		BackingDiskId:           v.ID,
		BackingDiskObjectId:     backingOf(disk).BackingObjectId,
		BackingDiskPath:         backingOf(disk).FilePath,

		AggregatedSnapshotCapacityInMb: m.state(v.ID).snapshotsMb(),
	}
	return shown
}

// selected removes the properties that a selection does not name. There is no name for metadata, so a selection
// removes them.
func selected(shown shownVolume, selection *cnstypes.CnsQuerySelection) shownVolume {
	if selection == nil || len(selection.Names) == 0 {
		return shown
	}
	wants := func(name cnstypes.QuerySelectionNameType) bool { return slices.Contains(selection.Names, string(name)) }
	part := shownVolume{VolumeId: shown.VolumeId}
	if wants(cnstypes.QuerySelectionNameTypeVolumeName) {
		part.Name = shown.Name
	}
	if wants(cnstypes.QuerySelectionNameTypeVolumeType) {
		part.VolumeType = shown.VolumeType
	}
	if wants(cnstypes.QuerySelectionNameTypeBackingObjectDetails) {
		part.BackingObjectDetails = shown.BackingObjectDetails
	}
	if wants(cnstypes.QuerySelectionNameTypeComplianceStatus) {
		part.ComplianceStatus = shown.ComplianceStatus
	}
	if wants(cnstypes.QuerySelectionNameTypeDataStoreAccessibility) {
		part.DatastoreAccessibilityStatus = shown.DatastoreAccessibilityStatus
	}
	if wants(cnstypes.QuerySelectionNameTypeHealthStatus) {
		part.HealthStatus = shown.HealthStatus
	}
	if wants(cnstypes.QuerySelectionNameTypeDataStoreUrl) {
		part.DatastoreUrl = shown.DatastoreUrl
	}
	if wants(cnstypes.QuerySelectionNameTypePolicyId) {
		part.StoragePolicyId = shown.StoragePolicyId
	}
	return part
}
