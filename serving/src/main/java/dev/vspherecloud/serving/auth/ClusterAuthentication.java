package dev.vspherecloud.serving.auth;

/// Reads what the cluster publishes about whom it believes: a port of this module.
@FunctionalInterface
public interface ClusterAuthentication {
    Answer read() throws InterruptedException;

    /// What the cluster says.
    sealed interface Answer {
        record Published(PublishedAuthentication authentication) implements Answer {}

        /// There is no answer.
        ///
        /// @param missingRight true when the cluster does not let us read it; reading again will not help
        record NoAnswer(String why, boolean missingRight) implements Answer {}
    }
}
