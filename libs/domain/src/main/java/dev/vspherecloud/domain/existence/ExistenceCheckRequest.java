package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A VM that no vCenter shows any more: what is known of it, for whoever is asked what became of it.
///
/// @param query          how it is searched; its provider id and system UUID name one machine
/// @param vm             what was recorded when it was there; the kubelet of the Node may have written it
/// @param baseline       the newest event of its vCenter that this program ever saw; empty when it saw none. No Node
///                       can write it
/// @param isVcenterKnown whether this program ever saw that vCenter, other than by what stands on Nodes
/// @param isMarkOwn      whether this very process read the mark of the VM from its vCenter
/// @param landmarks      events by which its vCenter can be recognised; empty if none were recorded, as by earlier
///                       versions of this program
public record ExistenceCheckRequest(
        VmQuery query,
        RecordedVm vm,
        Optional<EventPosition> baseline,
        boolean isVcenterKnown,
        boolean isMarkOwn,
        List<EventPosition> landmarks) {
    public ExistenceCheckRequest {
        landmarks = List.copyOf(landmarks);
    }

    public NodeName node() {
        return query.node();
    }

    /// The events that its vCenter has unless it was restored from a backup: that of the record first.
    public List<EventPosition> marks() {
        return Stream.concat(vm.seen().stream(), history().stream()).distinct().toList();
    }

    /// The events by which its vCenter is recognised, the newest first. Without landmarks that is the newest event that
    /// was ever seen.
    public List<EventPosition> history() {
        return landmarks.isEmpty() ? baseline.stream().toList() : RestorePolicy.newestFirst(landmarks);
    }
}
