package dev.vspherecloud.kubernetes.event;

import java.time.Instant;

/// An Event that waits to be sent. If an equal one was sent before, its count is raised instead.
///
/// @param type `Normal` or `Warning`
record PendingEvent(ObjectReference subject, String type, String reason, String message) {
    /// @param at when it was posted, which may be before it is sent
    record At(PendingEvent event, Instant at) {}
}
