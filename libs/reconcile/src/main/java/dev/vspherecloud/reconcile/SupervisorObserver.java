package dev.vspherecloud.reconcile;

/// Hears of work that failed unexpectedly and goes on. For counts.
@FunctionalInterface
public interface SupervisorObserver {
    /// Nobody listens.
    SupervisorObserver NONE = _ -> {};

    /// The work of this thread failed.
    ///
    /// @param thread what kind of thread it is, as in `vcenter-tags`: few words, for a label
    void failed(String thread);
}
