package dev.vspherecloud.domain.existence;

/// Whether an event that a vCenter once had is in its history.
public enum EventLookup {
    /// The same key at the same time: this is the history that it was read from.
    THERE,

    /// There are events from before it, and it is not among those of its time: the vCenter was restored from a
    /// backup, or the account does not see the event any more, or it was never stored.
    LOST,

    /// It is not among the events of its time, and an event that is later has its key or a lower one: the keys were
    /// given out again, as after a restore from a backup.
    REUSED,

    /// The history does not reach back so far; vCenter forgets events after some time.
    FORGOTTEN,

    /// Events can't be read.
    UNREADABLE
}
