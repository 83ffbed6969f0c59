package dev.vspherecloud.kubernetes.event;

import java.time.Instant;

/// An Event that waits to be sent. If an equal Event was sent before, its count is raised instead.
///
/// @param type `Normal` or `Warning`
record PendingEvent(ObjectReference subject, String type, String reason, String message) {
    /// A pending Event and the time of its posting.
    ///
    /// @param at when the Event was posted, which may be before it is sent
    record At(PendingEvent event, Instant at) {}
}
