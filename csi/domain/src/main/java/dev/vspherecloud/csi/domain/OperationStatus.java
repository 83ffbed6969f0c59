package dev.vspherecloud.csi.domain;

import java.util.stream.Stream;

/// The status of one attempt, as the record contains it.
public sealed interface OperationStatus {
    /// Returns the text in the record.
    String text();

    /// Returns the status with this text. A text that this driver does not know is kept.
    static OperationStatus of(String text) {
        return Stream.of(Known.values())
                .filter(known -> known.text.equals(text))
                .<OperationStatus>map(known -> known)
                .findFirst()
                .orElseGet(() -> new Unknown(text));
    }

    /// A status that vsphere-csi-driver (Go) writes.
    ///
    /// Rule from: csi-production 1.1. Go treats every other text as "not pending" and starts the operation again.
    enum Known implements OperationStatus {
        /// The attempt may still run. Without a task id it is an intent: the call was perhaps sent.
        IN_PROGRESS("InProgress"),
        /// The operation is done.
        SUCCESS("Success"),
        /// The attempt failed, or its writer stopped waiting for it.
        ERROR("Error"),
        /// Some parts of the attempt failed.
        PARTIALLY_FAILED("PartiallyFailed"),
        /// Its writer cannot learn any more how the attempt ends.
        TRACKING_ABORTED("TrackingAborted");

        private final String text;

        Known(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /// A status of another version or program.
    record Unknown(String text) implements OperationStatus {}
}
