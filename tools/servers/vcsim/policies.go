package main

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/vmware/govmomi/pbm"
	"github.com/vmware/govmomi/pbm/methods"
	pbmsimulator "github.com/vmware/govmomi/pbm/simulator"
	pbmtypes "github.com/vmware/govmomi/pbm/types"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// storagePolicy is a storage policy that an admin call made or changed. All datastores are compatible with the policies
// of the simulator that no admin call changed.
type storagePolicy struct {
	ID   string `xml:"id" json:"id"`
	Name string `xml:"name" json:"name"`
	// Every is true if every datastore is compatible, also a new one.
	Every bool `xml:"every" json:"every"`
	// Datastores contains the morefs of the compatible datastores, unless Every is true.
	Datastores []string `xml:"datastore" json:"datastores"`
}

func (c *vcenter) servePolicyAdmin(mux *http.ServeMux) {
	mux.HandleFunc("GET /policies", query(withVolumes(c, (*volumeManager).listPolicies)))
	mux.HandleFunc("POST /policies", call(withVolumesFor(c, (*volumeManager).changePolicies)))
	mux.HandleFunc("POST /policies/remove", call(withVolumesFor(c, (*volumeManager).removePolicies)))
}

// profiles returns the ProfileManager of PBM. mu is held.
func (m *volumeManager) profiles() (*simulator.Context, *pbmsimulator.ProfileManager) {
	ctx := m.ctx.For(pbm.Path)
	if ctx.Map == nil {
		return ctx, nil
	}
	for _, object := range ctx.Map.AllReference("PbmProfileProfileManager") {
		if manager, ok := object.(*pbmsimulator.ProfileManager); ok {
			return ctx, manager
		}
	}
	return ctx, nil
}

// profileContent returns the storage policies with the given ids, or nil if one of them does not exist. mu is held.
func (m *volumeManager) profileContent(ids []pbmtypes.PbmProfileId) (found []pbmtypes.BasePbmProfile) {
	ctx, manager := m.profiles()
	if manager == nil || len(ids) == 0 {
		return nil
	}
	ctx.WithLock(manager, func() {
		body := manager.PbmRetrieveContent(&pbmtypes.PbmRetrieveContent{ProfileIds: ids}).(*methods.PbmRetrieveContentBody)
		if body.Res != nil {
			found = body.Res.Returnval
		}
	})
	return found
}

func (m *volumeManager) knowsPolicy(id string) bool {
	return m.profileContent([]pbmtypes.PbmProfileId{{UniqueId: id}}) != nil
}

// listPolicies returns all storage policies, by name.
func (m *volumeManager) listPolicies() []storagePolicy {
	ctx, manager := m.profiles()
	var ids []pbmtypes.PbmProfileId
	ctx.WithLock(manager, func() {
		body := manager.PbmQueryProfile(&pbmtypes.PbmQueryProfile{
			ResourceType: pbmtypes.PbmProfileResourceType{ResourceType: string(pbmtypes.PbmProfileResourceTypeEnumSTORAGE)},
		})
		ids = body.(*methods.PbmQueryProfileBody).Res.Returnval
	})
	answer := []storagePolicy{}
	for _, profile := range m.profileContent(ids) {
		known := profile.GetPbmProfile()
		each := storagePolicy{ID: known.ProfileId.UniqueId, Name: known.Name, Every: true, Datastores: []string{}}
		if changed := m.changedPolicy(each.ID); changed != nil {
			each = *changed
		}
		answer = append(answer, each)
	}
	slices.SortFunc(answer, func(a, b storagePolicy) int { return slices.Compare([]string{a.Name, a.ID}, []string{b.Name, b.ID}) })
	return answer
}

func (m *volumeManager) changedPolicy(id string) *storagePolicy {
	for _, each := range m.policies {
		if each.ID == id {
			return each
		}
	}
	return nil
}

type policiesRequest struct {
	Policies []storagePolicy `json:"policies"` // without ids
}

// changePolicies changes the storage policies with these names, and makes those that do not exist.
func (m *volumeManager) changePolicies(request policiesRequest) ([]storagePolicy, error) {
	answer := []storagePolicy{}
	for _, spec := range request.Policies {
		if spec.Name == "" {
			return nil, fmt.Errorf("a policy has no name")
		}
		for _, known := range m.listPolicies() {
			if known.Name == spec.Name {
				spec.ID = known.ID
			}
		}
		spec.Datastores = append([]string{}, spec.Datastores...)
		m.putPolicy(spec)
		answer = append(answer, spec)
		answer[len(answer)-1].ID = m.policies[len(m.policies)-1].ID
	}
	return answer, nil
}

// putPolicy adds or replaces a storage policy. It makes the profile of PBM if that does not exist. mu is held.
func (m *volumeManager) putPolicy(policy storagePolicy) {
	if policy.ID == "" || !m.knowsPolicy(policy.ID) {
		ctx, manager := m.profiles()
		ctx.WithLock(manager, func() {
			body := manager.PbmCreate(ctx, &pbmtypes.PbmCreate{CreateSpec: pbmtypes.PbmCapabilityProfileCreateSpec{
				Name: policy.Name, Category: string(pbmtypes.PbmProfileCategoryEnumREQUIREMENT),
				ResourceType: pbmtypes.PbmProfileResourceType{ResourceType: string(pbmtypes.PbmProfileResourceTypeEnumSTORAGE)},
				Constraints:  new(pbmtypes.PbmCapabilitySubProfileConstraints),
			}}).(*methods.PbmCreateBody)
			made := manager.PbmRetrieveContent(&pbmtypes.PbmRetrieveContent{
				ProfileIds: []pbmtypes.PbmProfileId{body.Res.Returnval},
			}).(*methods.PbmRetrieveContentBody).Res.Returnval[0].GetPbmProfile()
			if policy.ID == "" {
				policy.ID = made.ProfileId.UniqueId
			}
			made.ProfileId.UniqueId = policy.ID // a loaded policy keeps its id
		})
	}
	m.policies = slices.DeleteFunc(m.policies, func(each *storagePolicy) bool { return each.ID == policy.ID })
	m.policies = append(m.policies, &policy)
}

type policyRemoval struct {
	Names []string `json:"names"`
}

// removePolicies deletes storage policies. Volumes keep their ids.
func (m *volumeManager) removePolicies(request policyRemoval) (nothing, error) {
	for _, name := range request.Names {
		known := m.listPolicies()
		at := slices.IndexFunc(known, func(each storagePolicy) bool { return each.Name == name })
		if at < 0 {
			return nothing{}, fmt.Errorf("no policy %q", name)
		}
		id := known[at].ID
		ctx, manager := m.profiles()
		ctx.WithLock(manager, func() {
			manager.PbmDelete(&pbmtypes.PbmDelete{ProfileId: []pbmtypes.PbmProfileId{{UniqueId: id}}})
		})
		m.policies = slices.DeleteFunc(m.policies, func(each *storagePolicy) bool { return each.ID == id })
	}
	return nothing{}, nil
}

// fits returns true if a datastore is compatible with a storage policy. mu is held.
func (m *volumeManager) fits(policy string, store types.ManagedObjectReference) bool {
	changed := m.changedPolicy(policy)
	return changed == nil || changed.Every || slices.Contains(changed.Datastores, store.Value)
}

const viewPolicies = "StorageProfile.View" // on the root folder

// servePolicies replaces the placement solver of PBM, and adds the loaded policies.
func (m *volumeManager) servePolicies() {
	m.mu.Lock()
	defer m.mu.Unlock()
	ctx, manager := m.profiles()
	if manager == nil {
		return
	}
	for _, policy := range m.loadedPolicies {
		m.putPolicy(policy)
	}
	m.loadedPolicies = nil
	for _, object := range ctx.Map.AllReference("PbmPlacementSolver") {
		ctx.Map.Put(&placementSolver{PlacementSolver: object.(*pbmsimulator.PlacementSolver), volumes: m})
	}
	ctx.Map.Handler = func(ctx *simulator.Context, method *simulator.Method) (mo.Reference, types.BaseMethodFault) {
		vim := m.center.context()
		root := content(vim).RootFolder
		if method.Name != "PbmRetrieveServiceContent" && !rightsOf(vim).grants(vim, root, viewPolicies) {
			return nil, &types.NoPermission{Object: &root, PrivilegeId: viewPolicies}
		}
		return nil, nil
	}
}

// placementSolver says which datastores are compatible with a storage policy. That of the simulator says all.
type placementSolver struct {
	*pbmsimulator.PlacementSolver

	volumes *volumeManager
}

// Lock and Unlock replace the lock of the simulator, because the lock of the volume manager comes first.
func (s *placementSolver) Lock()   {}
func (s *placementSolver) Unlock() {}

func (s *placementSolver) PbmCheckCompatibility(_ *simulator.Context, request *pbmtypes.PbmCheckCompatibility) soap.HasFault {
	body := new(methods.PbmCheckCompatibilityBody)
	found, fault := s.check(request.HubsToSearch, []string{request.Profile.UniqueId})
	if fault != nil {
		body.Fault_ = simulator.Fault("", fault)
		return body
	}
	body.Res = &pbmtypes.PbmCheckCompatibilityResponse{Returnval: found}
	return body
}

func (s *placementSolver) PbmCheckRequirements(_ *simulator.Context, request *pbmtypes.PbmCheckRequirements) soap.HasFault {
	body := new(methods.PbmCheckRequirementsBody)
	var policies []string
	for _, each := range request.PlacementSubjectRequirement {
		if required, ok := each.(*pbmtypes.PbmPlacementCapabilityProfileRequirement); ok {
			policies = append(policies, required.ProfileId.UniqueId)
		}
	}
	found, fault := s.check(request.HubsToSearch, policies)
	if fault != nil {
		body.Fault_ = simulator.Fault("", fault)
		return body
	}
	body.Res = &pbmtypes.PbmCheckRequirementsResponse{Returnval: found}
	return body
}

// check returns a result for each hub. A hub that is not compatible has an error.
func (s *placementSolver) check(hubs []pbmtypes.PbmPlacementHub, policies []string) ([]pbmtypes.PbmPlacementCompatibilityResult, types.BaseMethodFault) {
	m := s.volumes
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts.Calls["PbmCheckCompatibility"]++
	for _, policy := range policies {
		if !m.knowsPolicy(policy) {
			return nil, &types.InvalidArgument{InvalidProperty: "profile"}
		}
	}
	if len(hubs) == 0 {
		for _, kind := range []string{"Datastore", "StoragePod"} {
			for _, each := range m.ctx.Map.All(kind) {
				hubs = append(hubs, pbmtypes.PbmPlacementHub{HubType: kind, HubId: each.Reference().Value})
			}
		}
	}
	found := make([]pbmtypes.PbmPlacementCompatibilityResult, 0, len(hubs))
	for _, hub := range hubs {
		each := pbmtypes.PbmPlacementCompatibilityResult{Hub: hub}
		for _, policy := range policies {
			if !m.hubFits(hub, policy) {
				each.Error = []types.LocalizedMethodFault{{
					Fault:            &pbmtypes.PbmCompatibilityCheckFault{Hub: hub},
					LocalizedMessage: "The datastore is not compatible with the storage policy.",
				}}
			}
		}
		found = append(found, each)
	}
	return found, nil
}

// hubFits returns true if a datastore is compatible with a policy, or each datastore of a cluster. mu is held.
func (m *volumeManager) hubFits(hub pbmtypes.PbmPlacementHub, policy string) bool {
	ref := types.ManagedObjectReference{Type: hub.HubType, Value: hub.HubId}
	if pod := get[simulator.StoragePod](m.ctx, ref); pod != nil {
		return !slices.ContainsFunc(pod.ChildEntity, func(child types.ManagedObjectReference) bool {
			return !m.fits(policy, child)
		})
	}
	return get[simulator.Datastore](m.ctx, ref) != nil && m.fits(policy, ref)
}
