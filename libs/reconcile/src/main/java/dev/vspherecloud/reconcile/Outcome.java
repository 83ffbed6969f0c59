package dev.vspherecloud.reconcile;

import java.time.Duration;

/// The outcome of reconciling one key. An exception counts as a failure: the key is retried with a backoff.
///
/// Log lines show the texts of the outcomes. The texts do not change if a type is renamed.
public sealed interface Outcome {
    /// The key is reconciled. It is only reconciled again if a change enqueues it.
    record Done() implements Outcome {
        @Override
        public String toString() {
            return "Done[]";
        }
    }

    /// The key is reconciled again after a while, although the work did not fail.
    ///
    /// @param after the wait, more than zero
    record RequeueAfter(Duration after) implements Outcome {
        @Override
        public String toString() {
            return "Again[after=" + after + "]";
        }
    }

    /// The work failed for a temporary reason: the key is reconciled again with a backoff. Use this outcome for
    /// failures that need no stack trace.
    record Retry(String why) implements Outcome {
        @Override
        public String toString() {
            return "Retry[why=" + why + "]";
        }
    }
}
