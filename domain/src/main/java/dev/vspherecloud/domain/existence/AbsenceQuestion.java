package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventMark;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A VM that no vCenter shows any more: what is known of it, for whoever is asked what became of it.
///
/// @param query    how it is searched; its provider id and system UUID name one machine
/// @param vm       what was recorded when it was there
/// @param baseline the newest event of its vCenter that was ever recorded; empty when none was
public record AbsenceQuestion(VmQuery query, RecordedVm vm, Optional<EventMark> baseline) {
    public NodeName node() {
        return query.node();
    }

    /// The events that its vCenter has unless it was restored from a backup: that of the record first.
    public List<EventMark> marks() {
        return Stream.of(vm.seen(), baseline)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }
}
