package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Optional;

/// Whether this program might delete a Node whose VM is not found. See [DeletionForecastPolicy].
///
/// @param code what keeps the Node; empty if nothing does, and if the Node's VM is not missing
/// @param why for people: what keeps the Node, or what the deletion requires
record DeletionForecast(When when, Optional<ReasonCode> code, String why) {
    /// The words, which are an interface.
    enum When {
        NEVER("no"),

        /// After a proof that the VM is gone.
        AFTER_PROOF("afterProof"),

        /// Not even after a proof.
        KEPT("kept");

        private final String text;

        When(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    static DeletionForecast never(Optional<ReasonCode> code, String why) {
        return new DeletionForecast(When.NEVER, code, why);
    }
}
