package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Observes every HTTP exchange with one vCenter at its end, for counts and durations.
///
/// Methods are called on the thread that sends the request, and must neither block nor throw.
@FunctionalInterface
public interface VcenterObserver {
    /// An observer that does nothing.
    VcenterObserver NONE = (_, _, _) -> {};

    /// Called at the end of each exchange.
    ///
    /// @param method the SOAP method, as in `WaitForUpdatesEx`, or verb and kind of a REST call, as in `GET
    ///     tag`
    /// @param failure the kind of the failure; empty if the call succeeded
    void onCall(String method, Duration duration, Optional<Kind> failure);

    /// Called for each exchange in which the vCenter showed its certificate, even if the exchange failed
    /// because of the certificate.
    ///
    /// @param expiresAt when the vCenter's certificate expires
    default void onCertificate(Instant expiresAt) {}
}
