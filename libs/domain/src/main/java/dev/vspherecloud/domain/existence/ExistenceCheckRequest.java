package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A request to check whether a VM that no vCenter shows any more still exists. It contains what is known of
/// the VM.
///
/// @param query          how to search the VM; its provider ID and system UUID name one machine
/// @param vm             the record from when the VM existed; the kubelet of the Node may have written it
/// @param baseline       the newest event of the VM's vCenter that this program ever saw; empty if it saw none.
///     A kubelet cannot write it
/// @param isVcenterKnown true if this program ever saw the VM's vCenter, other than in annotations of Nodes
/// @param isOwnEvent      true if this process itself read the event of the record from the VM's vCenter
/// @param landmarks      events by which the VM's vCenter can be recognised; empty if none were recorded, for
///     example by earlier versions of this program
public record ExistenceCheckRequest(
        VmQuery query,
        RecordedVm vm,
        Optional<EventPosition> baseline,
        boolean isVcenterKnown,
        boolean isOwnEvent,
        List<EventPosition> landmarks) {
    public ExistenceCheckRequest {
        landmarks = List.copyOf(landmarks);
    }

    public NodeName node() {
        return query.node();
    }

    /// Returns the events that the VM's vCenter still has unless it was restored from a backup. The event of
    /// the record is the first.
    public List<EventPosition> events() {
        return Stream.concat(vm.seenAt().stream(), knownEvents().stream())
                .distinct()
                .toList();
    }

    /// Returns the events by which the VM's vCenter is recognised, the newest first. If there are no landmarks,
    /// the result is the newest event that this program ever saw.
    public List<EventPosition> knownEvents() {
        return landmarks.isEmpty() ? baseline.stream().toList() : RestorePolicy.newestFirst(landmarks);
    }
}
