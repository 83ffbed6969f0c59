package dev.vspherecloud.reconcile;

import java.time.Duration;

/// Observes what happens to the keys of one [Loop], for counts and durations.
///
/// The workers call the methods, or another thread that holds the loop's lock. Methods must neither block nor
/// throw.
public interface LoopObserver {
    /// Called when a key was added to the queue, or became due earlier.
    void onAdded();

    /// Called when a worker has taken a key.
    ///
    /// @param waited the time since the key was due
    void onTaken(Duration waited);

    /// Called when the work on a key has ended.
    void onReconciled(Duration duration);

    /// Called when a key was put back because the work on it failed.
    void onRetried();
}
