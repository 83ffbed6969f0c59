package dev.vspherecloud.kubernetes.event;

import java.time.Instant;

/// Something to be said about an object; the same again is counted, not said again.
///
/// @param type `Normal` or `Warning`
record PendingEvent(ObjectReference subject, String type, String reason, String message) {
    /// @param at when it was noted, which may be before it is sent
    record At(PendingEvent note, Instant at) {}
}
