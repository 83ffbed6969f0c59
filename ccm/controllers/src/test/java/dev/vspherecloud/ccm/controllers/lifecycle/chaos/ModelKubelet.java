package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.SeededRandom;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import java.time.Duration;

/// The kubelet of a machine, and how the cluster reacts to missing heartbeats.
///
/// While it reaches the API server, it renews its Lease every ten seconds. After 40 to 50 seconds without a
/// renewal, kube-controller-manager sets the condition Ready to Unknown. The kubelet writes its Node when it
/// reaches the API server again, and when its status changed.
final class ModelKubelet {
    private static final long RENEWAL = Duration.ofSeconds(10).toNanos();

    private final Machine machine;
    private final ModelCluster cluster;
    private final VirtualTime time;
    private final SeededRandom seededRandom;

    private boolean reaches;
    private long reachesSince;
    private long renewed;
    private long renewedBefore;
    private boolean wasWell = true;
    private boolean wasHung;

    ModelKubelet(Machine machine, ModelCluster cluster, VirtualTime time, SeededRandom seededRandom) {
        this.machine = machine;
        this.cluster = cluster;
        this.time = time;
        this.seededRandom = seededRandom;
    }

    Machine machine() {
        return machine;
    }

    /// Returns the time of the last renewal of the Lease.
    long renewal() {
        return reaches ? reachesSince + (time.nanos() - reachesSince) / RENEWAL * RENEWAL : renewed;
    }

    /// Returns true if a renewal falls into this time, the end included; in nanoseconds of virtual time.
    boolean hasRenewedBetween(long from, long to) {
        if (to < reachesSince) {
            return renewedBefore > from && renewedBefore <= to;
        }
        long end = Math.min(to, reaches ? time.nanos() : renewed);
        return reachesSince + (end - reachesSince) / RENEWAL * RENEWAL > from;
    }

    /// Updates the state after a change of its machine or of the API server.
    void update() {
        boolean now = machine.isReaching() && cluster.isUp();
        if (now && !reaches) {
            reaches = true;
            renewedBefore = renewed;
            reachesSince = time.nanos();
            post();
        } else if (!now && reaches) {
            renewed = renewal();
            reaches = false;
            time.after(seededRandom.seconds(40, 50), () -> markUnknown(renewed));
        } else if (now && (machine.isWell() != wasWell || (wasHung && !machine.isHung()))) {
            post();
        }
        wasWell = machine.isWell();
        wasHung = machine.isHung();
    }

    /// The API server may have lost writes: the kubelet writes again, or kube-controller-manager detects its
    /// absence again.
    void resync() {
        if (reaches) {
            post();
        } else {
            long since = renewed;
            time.after(seededRandom.seconds(40, 50), () -> markUnknown(since));
        }
    }

    private void post() {
        time.after(seededRandom.seconds(0, 5), () -> {
            if (reaches && !machine.isHung()) {
                cluster.report(machine, machine.isWell() ? NodeHealth.Ready.TRUE : NodeHealth.Ready.FALSE);
            }
        });
    }

    /// Sets Ready to Unknown if the heartbeat is still missing. A kube-controller-manager that does not reach the
    /// API server waits another period.
    private void markUnknown(long since) {
        if (reaches || renewed != since) {
            return;
        }
        if (cluster.isUp()) {
            cluster.lose(machine);
        } else {
            time.after(seededRandom.seconds(40, 50), () -> markUnknown(since));
        }
    }
}
