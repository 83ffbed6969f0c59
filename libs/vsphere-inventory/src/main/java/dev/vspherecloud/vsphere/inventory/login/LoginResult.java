package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;

/// What a wish to log in came to.
///
/// @param <S> the session
public sealed interface LoginResult<S> {
    record Entered<S>(S session) implements LoginResult<S> {}

    /// No login may be tried now.
    ///
    /// @param code    what it is called
    /// @param topic   what it is about, to tell it once however its words vary
    /// @param refusal how the server refused the last login, if that is why; else empty
    /// @param cause   for people: why no login is tried, until when, and what to do
    /// @param again   when to ask again: earlier than that time, for a person may say so
    record Closed<S>(VsphereReason code, String topic, String refusal, String cause, Duration again)
            implements LoginResult<S> {
        Closed<S> after(String refused) {
            return new Closed<>(code, topic, refused, cause, again);
        }

        /// For people: all that is known of it.
        public String why() {
            return refusal.isEmpty() ? cause : refusal + "; " + cause;
        }
    }

    /// Others of this process log in just now; nothing was sent.
    record Soon<S>(Duration again) implements LoginResult<S> {}
}
