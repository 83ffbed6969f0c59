package dev.vspherecloud.ccm.application.plan;

import java.util.Optional;

/// Whether cloud-provider-vsphere (Go) might delete a Node. See [UpstreamDeletionPolicy].
///
/// @param danger why it might; empty if it would not
record UpstreamDeletion(When when, Optional<UpstreamDeletionRisk> danger) {
    static final UpstreamDeletion NEVER = new UpstreamDeletion(When.NEVER, Optional.empty());

    /// The words, which are an interface.
    enum When {
        NEVER("no"),

        /// The Node is not ready: at the next check, every few seconds.
        NOW("now"),

        /// As soon as the Node is not ready, for whatever reason.
        ONCE_NOT_READY("onceNotReady"),

        /// It would without `SKIP_NODE_DELETION`.
        SWITCHED_OFF("switchedOff");

        private final String text;

        When(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
