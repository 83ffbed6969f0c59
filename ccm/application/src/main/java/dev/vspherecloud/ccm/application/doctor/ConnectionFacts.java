package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.vsphere.client.ServiceContent;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The facts about one vCenter that [VcenterProbe] finds without a login.
///
/// @param unresolved why the name of the vCenter does not resolve; empty if it does, or if a proxy resolves it
/// @param addresses the result of a TCP connection for each address; empty with a proxy
/// @param about what the server says about itself; empty if it was not reached or is no vCenter
/// @param failure why there is no such answer
/// @param certificateEnd when the certificate of the server expires; empty if none was seen
public record ConnectionFacts(
        VcenterConfig vcenter,
        Optional<String> unresolved,
        Map<String, TcpResult> addresses,
        Optional<ServiceContent.About> about,
        Optional<VcenterException> failure,
        Optional<Instant> certificateEnd) {
    public ConnectionFacts {
        addresses = Map.copyOf(addresses);
    }

    /// The result of a TCP connection.
    enum TcpResult {
        OPEN,
        REFUSED,
        TIMED_OUT,
        /// The machine has no route to the address, or the like.
        FAILED
    }

    boolean anyAddress(TcpResult result) {
        return addresses.containsValue(result);
    }

    /// Returns true if a login can be tried: a vCenter of a supported version answers and proves its identity.
    public boolean isUsable() {
        return about.filter(ConnectionCheck::isSupported).isPresent();
    }
}
