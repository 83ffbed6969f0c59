package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sends all requests that a vCenter gets about missing VMs, for a test of several modules.
///
/// @param vcenter its name
/// @param newest  the newest event of the vCenter
public record AbsenceRequests(String vcenter, VcenterSession session, EventPosition newest) {
    public void checkReference(ExistenceCheckRequest request) {
        var existenceProbe = new ExistenceProbe(vcenter, session, request);
        var _ = existenceProbe.lookUpReference();
        var _ = existenceProbe.search();
    }

    public Map<ExistenceCheckRequest, OwnerVcenterResult> probeOwner(List<ExistenceCheckRequest> requests) {
        var history = new BestEffortHistory(
                session.history(),
                e -> {
                    throw new AssertionError("a history that answers can be read", e);
                },
                () -> 0);
        history.beginRound();
        return new OwnerVcenterProbe(vcenter, session, history, Optional.of(newest), Map.of()).probe(requests);
    }
}
