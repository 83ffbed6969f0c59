package dev.vspherecloud.reconcile;

/// Observes unexpected failures of supervised work, for metrics.
@FunctionalInterface
public interface SupervisorObserver {
    /// An observer that does nothing.
    SupervisorObserver NONE = _ -> {};

    /// Called when the work of a thread failed.
    ///
    /// @param thread the kind of thread, as in `vcenter-tags`; there are few kinds, since this is a label of a
    ///     metric
    void onFailed(String thread);
}
