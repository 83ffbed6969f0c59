package dev.vspherecloud.csi.cns.policy;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.SoapService;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads the storage policies of a vCenter, in the session of vim25. A new session needs a new client, which costs
/// nothing.
///
/// Threads: safe for all.
public final class StoragePolicyClient {
    private static final MoRef SERVICE = new MoRef("PbmServiceInstance", "ServiceInstance");

    private static final MoRef SOLVER = new MoRef("PbmPlacementSolver", "placementSolver");

    private static final Set<String> NO_PERMISSION = Set.of("PbmFaultNoPermission", "NoPermission");

    /// The largest number of policies in one call. The description of a policy has some kilobytes.
    private static final int MAX_POLICIES_IN_A_CALL = 100;

    private final SoapService service;

    public StoragePolicyClient(VcenterSession session) {
        this.service = session.service(SoapEndpoint.pbm());
    }

    /// Reads the policies that volumes can have, which are those with requirements for storage.
    ///
    /// Rule from: csi 3.1 step 1 and 10.4.
    ///
    /// @throws VcenterException if a call fails for another reason than a missing privilege
    public StoragePolicyList read() {
        try {
            return readAll();
        } catch (VcenterException e) {
            if (isForbidden(e)) {
                return new StoragePolicyList.Forbidden(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /// A missing privilege is a fault of vim25, or one of the policy service, or the cause of another fault.
    private static boolean isForbidden(VcenterException e) {
        return e.kind() == Kind.NO_PERMISSION
                || Stream.concat(e.faultType().stream(), e.faultCauses().stream())
                        .anyMatch(NO_PERMISSION::contains);
    }

    /// Asks which of these datastores comply with a policy, in two calls.
    ///
    /// Rule from: csi 3.1 step 4, `PbmCheckCompatibility`.
    public PolicyCompatibility compatibility(String policyId, Collection<MoRef> datastores) {
        MoRef solver = service.read(service.request("PbmRetrieveServiceContent", SERVICE, _ -> {}))
                .field("placementSolver")
                .ref()
                .orElse(SOLVER);
        PropertyValue answer = service.read(service.request("PbmCheckCompatibility", solver, xml -> {
            datastores.forEach(datastore -> xml.open("hubsToSearch")
                    .leaf("hubType", datastore.type())
                    .leaf("hubId", datastore.value())
                    .close());
            xml.open("profile").leaf("uniqueId", policyId).close();
        }));
        return PolicyCompatibility.read(answer, datastores);
    }

    private StoragePolicyList readAll() {
        Optional<MoRef> manager = service.read(service.request("PbmRetrieveServiceContent", SERVICE, _ -> {}))
                .field("profileManager")
                .ref();
        if (manager.isEmpty()) {
            return new StoragePolicyList.Incomplete(
                    List.of(), "the storage policy service of the vCenter names no profileManager");
        }
        List<PropertyValue> listed = service.read(query(manager.get())).items();
        List<String> ids =
                listed.stream().flatMap(id -> StoragePolicy.readId(id).stream()).toList();
        Set<String> distinct = new LinkedHashSet<>(ids);
        List<StoragePolicy> policies = describe(manager.get(), List.copyOf(distinct));
        int missing = listed.size() - ids.size() + distinct.size() - policies.size();
        return missing == 0
                ? new StoragePolicyList.Complete(policies)
                : new StoragePolicyList.Incomplete(
                        policies,
                        "vCenter listed %d storage policies, and %d of them have no id or no name"
                                .formatted(policies.size() + missing, missing));
    }

    private SoapRequest query(MoRef manager) {
        return service.request("PbmQueryProfile", manager, xml -> xml.open("resourceType")
                .leaf("resourceType", "STORAGE")
                .close()
                .leaf("profileCategory", "REQUIREMENT"));
    }

    /// Returns the policies with these ids that vCenter described, in any number of calls. A policy that was not
    /// asked for is ignored.
    private List<StoragePolicy> describe(MoRef manager, List<String> ids) {
        Map<String, StoragePolicy> described = new LinkedHashMap<>();
        for (int from = 0; from < ids.size(); from += MAX_POLICIES_IN_A_CALL) {
            List<String> some = ids.subList(from, Math.min(ids.size(), from + MAX_POLICIES_IN_A_CALL));
            service.read(content(manager, some)).items().stream()
                    .flatMap(profile -> StoragePolicy.read(profile).stream())
                    .filter(policy -> some.contains(policy.id()))
                    .forEach(policy -> described.putIfAbsent(policy.id(), policy));
        }
        return List.copyOf(described.values());
    }

    private SoapRequest content(MoRef manager, List<String> ids) {
        return service.request(
                "PbmRetrieveContent",
                manager,
                xml -> ids.forEach(
                        id -> xml.open("profileIds").leaf("uniqueId", id).close()));
    }
}
