package dev.vspherecloud.kubernetes;

import java.time.InstantSource;
import java.util.function.Supplier;

/// The Lease of one election: read and written, waited for, and told about.
///
/// @param standbys one for each time of waiting
record LeaseLock(Leases leases, Supplier<Standby> standbys, ElectionEvents events) {
    static LeaseLock on(ApiServer server, LeaderSettings settings) {
        return new LeaseLock(
                new KubeLeases(server, settings),
                () -> new LeaseWatch(server, settings, Pause.system()),
                new KubeElectionEvents(server, settings, InstantSource.system()));
    }
}
