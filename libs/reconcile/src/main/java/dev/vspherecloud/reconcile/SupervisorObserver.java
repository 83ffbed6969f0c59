package dev.vspherecloud.reconcile;

/// Observes unexpected failures of work that goes on, for metrics.
@FunctionalInterface
public interface SupervisorObserver {
    /// Does nothing.
    SupervisorObserver NONE = _ -> {};

    /// The work of this thread failed.
    ///
    /// @param thread the kind of thread, as in `vcenter-tags`; there are few kinds, since it is a label
    void onFailed(String thread);
}
