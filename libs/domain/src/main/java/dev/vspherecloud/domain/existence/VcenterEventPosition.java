package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The identity of a vCenter and its position in its event history.
///
/// @param instance  the instance UUID of the vCenter
/// @param newest    the newest event of the vCenter; empty if the account may not read events
/// @param landmarks events by which the program can recognise the vCenter later, see [ReferenceEvents]
public record VcenterEventPosition(UUID instance, Optional<EventPosition> newest, List<EventPosition> landmarks) {
    public VcenterEventPosition {
        landmarks = List.copyOf(landmarks);
    }
}
