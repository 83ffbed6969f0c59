package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Optional;

/// Says if and when this program might delete a Node whose VM is not found. [DeletionForecastPolicy] makes this
/// forecast.
///
/// @param code the reason that keeps the Node; empty if nothing keeps it or its VM is not missing
/// @param why for people: what keeps the Node, or what its deletion requires
record DeletionForecast(When when, Optional<ReasonCode> code, String why) {
    /// Says when the Node might be deleted. The texts are part of the JSON format and do not change.
    enum When {
        NEVER("no"),

        /// The Node would be deleted after an existence proof shows that its VM is gone.
        AFTER_PROOF("afterProof"),

        /// The Node would be kept, even after an existence proof shows that its VM is gone.
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
