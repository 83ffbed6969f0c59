package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.absence.AbsenceRequests;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Sends all requests that a vCenter gets because of one Node, in the order of the watcher, for a test of several
/// modules.
///
/// @param newest the newest event of the vCenter
public record NodeRequests(VcenterSession session, EventPosition newest) {
    private static final String VCENTER = "vc-a";

    /// Finds the Node's VM: by its record, then by search.
    public void search(VmQuery query) {
        UUID instance = session.content().about().instanceUuid();
        var search = NodeSearch.start(query, instance, false, 0);
        Set<MoRef> candidates = search.candidates();
        if (!candidates.isEmpty()) {
            tolerate(() -> session.retrieve(
                    RetrieveQuery.ofObjects("VirtualMachine", VmProperties.SEARCHED_PATHS, candidates)));
            tolerate(() -> session.retrieve(RetrieveQuery.ancestors(candidates).toleratingMissing()));
        }
        var _ = search.withResult(new VmLocation.Nothing(), 1, 0).withQuery(query, instance, true, 0);
        Map<NodeName, VmLocation> found =
                new VmSearch(session, () -> List.of("example.com"), () -> {}).search(List.of(query), _ -> true);
        if (found.values().stream().anyMatch(vmLocation -> !vmLocation.refs().isEmpty())) {
            throw new AssertionError("a vCenter without VMs finds one: " + found);
        }
    }

    /// Checks whether the recorded VM exists.
    public void checkReference(ExistenceCheckRequest request) {
        absenceRequests().checkReference(request);
    }

    /// Asks the vCenter of several missing VMs what happened to them, in one batch.
    public Map<ExistenceCheckRequest, OwnerVcenterResult> probeOwner(List<ExistenceCheckRequest> requests) {
        return absenceRequests().probeOwner(requests);
    }

    private AbsenceRequests absenceRequests() {
        return new AbsenceRequests(VCENTER, session, newest);
    }

    private static void tolerate(Runnable call) {
        try {
            call.run();
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.OBJECT_GONE) {
                throw e;
            }
        }
    }
}
