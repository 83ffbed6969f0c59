package dev.vspherecloud.serving.auth;

/// Asks the cluster whose token it is: a port of this module.
@FunctionalInterface
public interface TokenReviews {
    /// @param token never logged
    Verdict review(String token) throws InterruptedException;

    /// What the cluster says.
    sealed interface Verdict {
        record Known(User user) implements Verdict {}

        /// Nobody's, or over.
        record Unknown() implements Verdict {}

        /// There is no answer.
        ///
        /// @param missingRight true when the cluster does not let us ask; it will not change by asking again
        record NoAnswer(String why, boolean missingRight) implements Verdict {}
    }
}
