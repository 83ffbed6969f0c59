package dev.vspherecloud.reconcile;

import java.time.Duration;

/// The load of a [Loop] at one moment.
///
/// @param due        the number of keys that are due and wait for a worker
/// @param unfinished how long the workers have been working on their present keys, in total
/// @param longest    how long the work on one present key has taken at most
public record QueueLoad(int due, Duration unfinished, Duration longest) {
    /// The load of a loop without keys.
    public static final QueueLoad NONE = new QueueLoad(0, Duration.ZERO, Duration.ZERO);
}
