package dev.vspherecloud.reconcile;

import java.time.Duration;

/// What a [Loop] has to do at one moment.
///
/// @param due        keys that are due and wait for a worker
/// @param unfinished how long the present work on all keys takes already, in sum
/// @param longest    the same of the one that takes longest
public record QueueLoad(int due, Duration unfinished, Duration longest) {
    /// Nothing.
    public static final QueueLoad NONE = new QueueLoad(0, Duration.ZERO, Duration.ZERO);
}
