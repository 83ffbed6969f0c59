package dev.vspherecloud.testkit.proxy;

import java.time.Instant;

/// One login with the user name of a [VcenterAccount].
///
/// @param vcenter the name of the vCenter that received it
public record LoginAttempt(Instant at, String vcenter, LoginProtocol protocol, boolean accepted) {
    public boolean isRefused() {
        return !accepted;
    }
}
