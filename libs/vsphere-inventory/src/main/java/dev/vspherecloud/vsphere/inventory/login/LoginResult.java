package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;

/// The result of a request to log in.
///
/// @param <S> the type of the session
public sealed interface LoginResult<S> {
    record LoggedIn<S>(S session) implements LoginResult<S> {}

    /// No login may be tried now.
    ///
    /// @param code    the reason code
    /// @param topic   identifies the cause, so that it is reported only once however its text varies
    /// @param refusal how the server refused the last login, if that is the cause; otherwise empty
    /// @param cause   for messages: why no login is tried, until when, and what to do
    /// @param retryAfter   when to ask again: earlier than the time in the cause, since a person may allow a
    ///     login before
    record Closed<S>(VsphereReason code, String topic, String refusal, String cause, Duration retryAfter)
            implements LoginResult<S> {
        Closed<S> withRefusal(String newRefusal) {
            return new Closed<>(code, topic, newRefusal, cause, retryAfter);
        }

        /// Returns the whole reason, for messages.
        public String why() {
            return refusal.isEmpty() ? cause : refusal + "; " + cause;
        }
    }

    /// Other logins of this process are in progress; nothing was sent.
    record InProgress<S>(Duration retryAfter) implements LoginResult<S> {}
}
