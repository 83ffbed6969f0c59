package dev.vspherecloud.serving.auth;

/// Asks the cluster whether a user may make a request: a port of this module.
@FunctionalInterface
public interface AccessReviews {
    /// @param verb the method of the request in lower case
    ReviewResult<Verdict> review(User user, String verb, String path) throws InterruptedException;

    /// The cluster's decision.
    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Denied(String why) implements Verdict {}
    }
}
