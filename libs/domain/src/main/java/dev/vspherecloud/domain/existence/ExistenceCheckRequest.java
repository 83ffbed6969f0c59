package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A request to check whether a VM that no vCenter shows any more still exists, with what is known of the VM.
///
/// @param query          how to search the VM; its provider id and system UUID name one machine
/// @param vm             the record from when the VM existed; the kubelet of the Node may have written it
/// @param baseline       the newest event of its vCenter that this program ever saw; empty if it saw none. No Node
///                       can write it
/// @param isVcenterKnown whether this program ever saw that vCenter, other than in annotations of Nodes
/// @param isOwnEvent      whether this process itself read the mark of the VM from its vCenter
/// @param landmarks      events by which its vCenter can be recognised; empty if none were recorded, as by earlier
///                       versions of this program
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

    /// Returns the events that its vCenter has unless it was restored from a backup. The event of the record is
    /// the first.
    public List<EventPosition> events() {
        return Stream.concat(vm.seenAt().stream(), knownEvents().stream())
                .distinct()
                .toList();
    }

    /// Returns the events by which its vCenter is recognised, the newest first. Without landmarks that is the
    /// newest event ever seen.
    public List<EventPosition> knownEvents() {
        return landmarks.isEmpty() ? baseline.stream().toList() : RestorePolicy.newestFirst(landmarks);
    }
}
