package dev.vspherecloud.vsphere.inventory;

import java.time.Instant;

/// Whether a login may be tried.
sealed interface LoginVerdict {
    record Admitted() implements LoginVerdict {}

    record Closed(Instant until, Reason reason) implements LoginVerdict {}

    /// A login failed lately, and who keeps no record must not add to that.
    ///
    /// @param last which it was; whose does not matter
    record Failed(LoginAttempt last, Instant until) implements LoginVerdict {}

    /// Who keeps no record tries only what a process that does was let in with, and that was another password.
    record Unproven() implements LoginVerdict {}

    /// Only logins that this process is just trying stand in the way.
    record Busy() implements LoginVerdict {}

    /// The record can't be read or written, so nothing may be tried.
    ///
    /// @param why for people
    record Unrecorded(String why) implements LoginVerdict {}

    /// Why no login is tried.
    enum Reason {
        RESTING("these credentials were refused, or nobody answered"),
        SPENT(
                "two logins of this user were refused or not answered within 15 minutes, and a third may lock the account"),
        SHARED("this user logs in to other vCenters too, perhaps with the same account, so what was refused is tried"
                + " again only when no login of this user has failed for 15 minutes"),
        SPARED("a login failed within 15 minutes, and what is left to try is left to the SOAP side");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
