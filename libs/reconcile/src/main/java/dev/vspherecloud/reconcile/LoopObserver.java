package dev.vspherecloud.reconcile;

import java.time.Duration;

/// Observes what happens to the keys of one [Loop], for counts and durations.
///
/// Called with the loop's lock held or by its workers; must neither block nor throw.
public interface LoopObserver {
    /// A key was added to the queue, or is due earlier than before.
    void onAdded();

    /// A worker has taken a key.
    ///
    /// @param waited time since the key was due
    void onTaken(Duration waited);

    /// The work on a key has ended.
    void onReconciled(Duration duration);

    /// A key was put back because the work on it failed.
    void onRetried();
}
