package dev.vspherecloud.serving.auth;

/// The result of a review by the cluster.
public sealed interface ReviewResult<A> {
    record Answered<A>(A answer) implements ReviewResult<A> {}

    /// The cluster gave no answer.
    ///
    /// @param missingRight true if this program lacks the permission to ask; asking again does not help
    record None<A>(String why, boolean missingRight) implements ReviewResult<A> {}

    /// The cluster was not asked, because too many clients wait for it or did so shortly before; see
    /// [ReviewLimit].
    record TooMany<A>() implements ReviewResult<A> {}

    /// A call that asks the cluster once.
    @FunctionalInterface
    interface Review<A> {
        ReviewResult<A> review() throws InterruptedException;
    }
}
