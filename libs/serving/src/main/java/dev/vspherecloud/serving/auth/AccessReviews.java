package dev.vspherecloud.serving.auth;

/// Asks the cluster whether a user may make a request. Another module implements this interface.
@FunctionalInterface
public interface AccessReviews {
    /// Asks the cluster about one request.
    ///
    /// @param verb the HTTP method of the request in lower case
    ReviewResult<Verdict> review(User user, String verb, String path) throws InterruptedException;

    /// The cluster's decision.
    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Denied(String why) implements Verdict {}
    }
}
