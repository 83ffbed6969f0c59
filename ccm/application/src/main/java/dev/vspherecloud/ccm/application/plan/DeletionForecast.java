package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Optional;

/// Whether ours might delete a Node whose VM is not to be seen. See [DeletionForecastPolicy].
///
/// @param code what keeps the Node; empty when nothing does, and when the Node's VM is not missing
/// @param why  for people: what keeps the Node, or what it takes
record DeletionForecast(When when, Optional<ReasonCode> code, String why) {
    /// The words, which are an interface.
    enum When {
        NEVER("no"),

        /// Once it is proven that the VM is gone.
        AFTER_PROOF("afterProof"),

        /// Not even then.
        KEPT("kept");

        private final String word;

        When(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    static DeletionForecast never(Optional<ReasonCode> code, String why) {
        return new DeletionForecast(When.NEVER, code, why);
    }
}
