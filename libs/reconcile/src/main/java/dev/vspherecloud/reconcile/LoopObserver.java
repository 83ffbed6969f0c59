package dev.vspherecloud.reconcile;

import java.time.Duration;

/// Hears what becomes of the keys of one [Loop]. For counts and durations.
///
/// Called with the loop's lock held or by its workers, and must neither block nor throw.
public interface LoopObserver {
    /// A key was put into the queue, or is due earlier than before.
    void added();

    /// A worker has taken a key.
    ///
    /// @param waited since it was due
    void taken(Duration waited);

    /// The work on a key is over.
    void worked(Duration duration);

    /// A key was put back because the work on it failed.
    void retried();
}
