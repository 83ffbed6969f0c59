package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;

/// What a wish to log in came to.
///
/// @param <S> the session
sealed interface LoginResult<S> {
    record Entered<S>(S session) implements LoginResult<S> {}

    /// The server refused.
    ///
    /// @param next when the same may be tried again
    record Refused<S>(VcenterException failure, Closed<S> next) implements LoginResult<S> {}

    /// No login may be tried now; nothing was sent.
    ///
    /// @param code  what it is called
    /// @param topic what it is about, to tell it once however its words vary
    /// @param why   for people: why, until when, and what to do
    /// @param again when to ask again: earlier than that time, for a person may say so
    record Closed<S>(ReasonCode code, String topic, String why, Duration again) implements LoginResult<S> {}

    /// Others of this process log in just now; nothing was sent.
    record Soon<S>(Duration again) implements LoginResult<S> {}
}
