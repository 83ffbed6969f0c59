package dev.vspherecloud.ccm.application.plan;

import java.util.Optional;

/// Says if and when cloud-provider-vsphere (Go) might delete a Node. [UpstreamDeletionPolicy] makes this forecast.
///
/// @param danger the reason for a possible deletion; empty if there is none
record UpstreamDeletion(When when, Optional<UpstreamDeletionRisk> danger) {
    static final UpstreamDeletion NEVER = new UpstreamDeletion(When.NEVER, Optional.empty());

    /// Says when cloud-provider-vsphere (Go) might delete the Node. The texts are part of the JSON format and do
    /// not change.
    enum When {
        NEVER("no"),

        /// The Node is not ready, so cloud-provider-vsphere (Go) might delete it at its next check, which comes
        /// every few seconds.
        NOW("now"),

        /// cloud-provider-vsphere (Go) might delete the Node when it becomes not ready, for whatever reason.
        ONCE_NOT_READY("onceNotReady"),

        /// cloud-provider-vsphere (Go) might delete the Node if `SKIP_NODE_DELETION` were not set.
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
