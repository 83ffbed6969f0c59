package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Hears of every HTTP exchange with one vCenter, when it is over. For counts and durations.
///
/// Called on the calling thread, and must neither block nor throw.
@FunctionalInterface
public interface VcenterObserver {
    /// Nobody listens.
    VcenterObserver NONE = (_, _, _) -> {};

    /// @param method the SOAP method, as in `WaitForUpdatesEx`, or verb and kind of a REST call, as in `GET
    ///     tag`
    /// @param failure empty when the call brought its result
    void called(String method, Duration duration, Optional<Kind> failure);

    /// Told with each exchange that got as far, also with one that failed because of the certificate.
    ///
    /// @param end when the certificate that the vCenter showed is over
    default void showedCertificate(Instant end) {}
}
