package dev.vspherecloud.serving;

/// Observes what a server refuses clients to stay within its limits, for metrics.
@FunctionalInterface
public interface ServingObserver {
    /// An observer that does nothing.
    ServingObserver NONE = _ -> {};

    /// What was refused. The names in lower case are values of a label.
    enum Refusal {
        /// A connection was closed because there were too many.
        CONNECTION,
        /// A connection was closed because too many clients received large pages.
        PAGE,
        /// A request got status 429 because too many clients had to be reviewed by the cluster.
        REVIEW
    }

    void onRefused(Refusal refusal);
}
