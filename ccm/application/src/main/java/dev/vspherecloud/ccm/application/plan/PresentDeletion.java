package dev.vspherecloud.ccm.application.plan;

import java.util.Optional;

/// Whether the Go program might delete a Node. See [PresentDeletionPolicy].
///
/// @param danger why it might; empty when it would not
record PresentDeletion(When when, Optional<PresentDanger> danger) {
    static final PresentDeletion NEVER = new PresentDeletion(When.NEVER, Optional.empty());

    /// The words, which are an interface.
    enum When {
        NEVER("no"),

        /// The Node is not ready: at its next look, every few seconds.
        NOW("now"),

        /// As soon as the Node is not ready, for whatever reason.
        ONCE_NOT_READY("onceNotReady"),

        /// It would, but for `SKIP_NODE_DELETION`.
        SWITCHED_OFF("switchedOff");

        private final String word;

        When(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }
}
