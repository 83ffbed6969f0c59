package dev.vspherecloud.kubernetes.event;

import java.time.Instant;

/// A note for an Event that is to be sent. An equal note raises the count of the Event.
///
/// @param type `Normal` or `Warning`
record PendingEvent(ObjectReference subject, String type, String reason, String message) {
    /// @param at when the note was posted, which may be before it is sent
    record At(PendingEvent note, Instant at) {}
}
