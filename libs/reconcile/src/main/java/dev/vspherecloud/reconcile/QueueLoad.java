package dev.vspherecloud.reconcile;

import java.time.Duration;

/// The load of a [Loop] at one moment.
///
/// @param due        number of keys that are due and wait for a worker
/// @param unfinished how long the workers have been working on their present keys, in total
/// @param longest    the same of the key that takes longest
public record QueueLoad(int due, Duration unfinished, Duration longest) {
    /// No load.
    public static final QueueLoad NONE = new QueueLoad(0, Duration.ZERO, Duration.ZERO);
}
