package dev.vspherecloud.testkit.proxy;

import java.time.Instant;

/// One login by the name of a [VcenterAccount].
///
/// @param vcenter the name of the one that was asked
public record LoginAttempt(Instant at, String vcenter, LoginProtocol side, boolean accepted) {
    public boolean isRefused() {
        return !accepted;
    }
}
