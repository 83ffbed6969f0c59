package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.InstantSource;
import java.util.function.Supplier;

/// The parts that an elector needs for one Lease: reading and writing, waiting, and posting Events.
///
/// @param waiters creates a waiter for each time that a candidate waits
record LeaseLock(Leases leases, Supplier<LeaseWaiter> waiters, ElectionEvents events) {
    static LeaseLock on(ApiServer server, LeaderSettings settings, Supervisor supervisor) {
        return new LeaseLock(
                new KubeLeases(server, settings),
                () -> new LeaseWatch(server, settings, Sleeper.system(), supervisor),
                new KubeElectionEvents(server, settings, InstantSource.system()));
    }
}
