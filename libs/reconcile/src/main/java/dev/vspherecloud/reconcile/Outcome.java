package dev.vspherecloud.reconcile;

import java.time.Duration;

/// The outcome of reconciling one key. An exception counts as a failure: the key is retried with a backoff.
///
/// Their texts are shown in log lines and stay when a type is renamed.
public sealed interface Outcome {
    /// The key is reconciled. If something changes it, that enqueues it again.
    record Done() implements Outcome {
        @Override
        public String toString() {
            return "Done[]";
        }
    }

    /// Reconcile the key again after a while; not a failure.
    ///
    /// @param after more than zero
    record RequeueAfter(Duration after) implements Outcome {
        @Override
        public String toString() {
            return "Again[after=" + after + "]";
        }
    }

    /// A temporary failure: reconcile the key again with a backoff. For failures that need no stack trace.
    record Retry(String why) implements Outcome {
        @Override
        public String toString() {
            return "Retry[why=" + why + "]";
        }
    }
}
