package dev.vspherecloud.reconcile;

import java.time.Duration;

/// What came of looking at one key. An exception counts as a failure: the key is tried again, later each time.
///
/// Their texts stand in log lines and stay when a type is renamed.
public sealed interface Outcome {
    /// The key is as it should be, or whoever changes it will put it back into the queue.
    record Done() implements Outcome {
        @Override
        public String toString() {
            return "Done[]";
        }
    }

    /// Look again after a while; not a failure.
    ///
    /// @param after more than zero
    record Again(Duration after) implements Outcome {
        @Override
        public String toString() {
            return "Again[after=" + after + "]";
        }
    }

    /// Something passing went wrong: look again, later each time. For failures that are not worth a stack trace.
    record Retry(String why) implements Outcome {
        @Override
        public String toString() {
            return "Retry[why=" + why + "]";
        }
    }
}
