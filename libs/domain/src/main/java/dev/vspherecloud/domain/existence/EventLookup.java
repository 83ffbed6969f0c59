package dev.vspherecloud.domain.existence;

/// The result of looking up an event that a vCenter once had in its event history.
public enum EventLookup {
    /// An event with the same key and time exists: this is the history that the event was read from.
    THERE,

    /// There are events from before it, and it is not among the events of its time. The vCenter was restored from
    /// a backup, or the account cannot see the event any more, or the event was never stored.
    LOST,

    /// It is not among the events of its time, and a later event has the same or a lower key. vCenter assigned the
    /// keys again, as after a restore from a backup.
    REUSED,

    /// The history does not reach back that far, because vCenter deletes events after some time.
    FORGOTTEN,

    /// The events cannot be read.
    UNREADABLE
}
