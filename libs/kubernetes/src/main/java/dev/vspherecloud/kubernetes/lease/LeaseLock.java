package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.InstantSource;
import java.util.function.Supplier;

/// What the elector of one Lease works with: how it is read and written, how a candidate waits for it, and its
/// Events.
///
/// @param waiters makes a waiter for each time of waiting
record LeaseLock(Leases leases, Supplier<LeaseWaiter> waiters, ElectionEvents events) {
    static LeaseLock on(ApiServer server, LeaderSettings settings, Supervisor supervisor) {
        return new LeaseLock(
                new KubeLeases(server, settings),
                () -> new LeaseWatch(server, settings, Sleeper.system(), supervisor),
                new KubeElectionEvents(server, settings, InstantSource.system()));
    }
}
