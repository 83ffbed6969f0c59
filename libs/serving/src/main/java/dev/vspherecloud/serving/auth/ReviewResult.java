package dev.vspherecloud.serving.auth;

/// What comes of a question to the cluster.
public sealed interface ReviewResult<A> {
    record Given<A>(A answer) implements ReviewResult<A> {}

    /// There is no answer.
    ///
    /// @param missingRight true when the cluster does not let us ask; it will not change by asking again
    record None<A>(String why, boolean missingRight) implements ReviewResult<A> {}

    /// Asks once.
    @FunctionalInterface
    interface Question<A> {
        ReviewResult<A> ask() throws InterruptedException;
    }
}
