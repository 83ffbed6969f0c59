package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Which vCenter, and where in its history.
///
/// @param instance  its instance UUID
/// @param newest    its newest event; empty when the account may not read events
/// @param landmarks events by which it can be recognised later, see [ReferenceEvents]
public record VcenterEventPosition(UUID instance, Optional<EventPosition> newest, List<EventPosition> landmarks) {
    public VcenterEventPosition {
        landmarks = List.copyOf(landmarks);
    }
}
