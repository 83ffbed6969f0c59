package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// What one vCenter shows its account, apart from the VMs of Nodes.
///
/// @param skew how much the clock of the vCenter is ahead of this machine's; negative if it is behind
/// @param datacenters the names of the datacenters that the account may see
/// @param seesVms true if the account may see at least one VM
/// @param failure why something could not be read; then the other values mean nothing
public record VcenterFacts(
        Duration skew, List<String> datacenters, boolean seesVms, Optional<VcenterException> failure) {
    public VcenterFacts {
        datacenters = List.copyOf(datacenters);
    }

    /// Reads the facts, with six calls however large the vCenter is.
    public static VcenterFacts read(VcenterSession session, InstantSource clock) {
        try {
            Instant before = clock.instant();
            Instant theirs = session.currentTime();
            Duration trip = Duration.between(before, clock.instant());
            Duration skew = Duration.between(before.plus(trip.dividedBy(2)), theirs);
            List<String> datacenters = members(session, "Datacenter", Integer.MAX_VALUE).stream()
                    .flatMap(List::stream)
                    .flatMap(datacenter -> datacenter.value("name").text().stream())
                    .toList();
            boolean seesVms = members(session, "VirtualMachine", 1)
                    .map(page -> !page.isEmpty())
                    .orElse(true);
            return new VcenterFacts(skew, datacenters, seesVms, Optional.empty());
        } catch (VcenterException e) {
            return new VcenterFacts(Duration.ZERO, List.of(), false, Optional.of(e));
        }
    }

    /// Returns the visible objects of a type; empty if there are more than this number.
    private static Optional<List<ObjectContent>> members(VcenterSession session, String type, int most) {
        MoRef view = session.createContainerView(session.content().rootFolder(), type);
        try {
            RetrieveQuery query = RetrieveQuery.ofView(view, type, List.of("name"));
            return most == Integer.MAX_VALUE ? Optional.of(session.retrieve(query)) : session.retrieve(query, most, 1);
        } finally {
            session.destroyView(view);
        }
    }
}
