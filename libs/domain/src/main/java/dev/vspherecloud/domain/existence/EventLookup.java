package dev.vspherecloud.domain.existence;

/// The result of looking up an event that a vCenter once had in its event history.
public enum EventLookup {
    /// vCenter has an event with the same key and time, so this is the history from which the event was read.
    THERE,

    /// vCenter has events from before this event, and this event is not among those of its time. The vCenter
    /// was restored from a backup, or the account cannot see the event any more, or vCenter never stored the
    /// event.
    LOST,

    /// The event is not among those of its time, and a later event has the same or a lower key. vCenter
    /// assigned the keys again, as it does after a restore from a backup.
    REUSED,

    /// The history of vCenter does not reach back to this event, because vCenter deletes events after some
    /// time.
    FORGOTTEN,

    /// vCenter does not let the account read the events, so the lookup has no result.
    UNREADABLE
}
