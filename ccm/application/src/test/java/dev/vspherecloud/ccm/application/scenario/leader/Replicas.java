package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.LeaseHolder;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Processes of the program with one Lease. [#close] ends all of them.
///
/// Threads: one.
final class Replicas implements AutoCloseable {
    /// Short times, so that a test need not wait for 15 seconds.
    static final Election SHORT = new Election(Duration.ofSeconds(4), Duration.ofSeconds(3), Duration.ofSeconds(1));

    static final Election DEFAULT = new Election(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(20);

    /// The times of an election.
    record Election(Duration lease, Duration renew, Duration retry) {
        String[] flags() {
            return new String[] {
                "--leader-elect=true",
                "--leader-elect-lease-duration=" + lease.toSeconds() + "s",
                "--leader-elect-renew-deadline=" + renew.toSeconds() + "s",
                "--leader-elect-retry-period=" + retry.toSeconds() + "s"
            };
        }
    }

    private final TestBed bed;
    private final Election election;
    private final List<Replica> all = new ArrayList<>();

    Replicas(TestBed bed, Election election) {
        this.bed = bed;
        this.election = election;
    }

    /// Starts a replica, and waits until it is the leader.
    Replica leader() {
        Replica replica = start();
        replica.program().awaitLog("Became leader", TIMEOUT);
        return replica;
    }

    /// Starts a replica, and waits until it stands by.
    Replica standby() {
        Replica replica = start();
        replica.program().awaitLog("Another process leads; waiting for its Lease", TIMEOUT);
        return replica;
    }

    private Replica start() {
        FaultProxy api = FaultProxy.inFrontOf(bed.api().url())
                .named("replica-" + all.size())
                .start();
        String kubeconfig = bed.api()
                .kubeconfig()
                .through(api.uri(), api.identity().certificatePem())
                .write(bed.folder().resolve("kubeconfig-" + api.port()))
                .toString();
        var replica = new Replica(
                bed.launch()
                        .config(bed.write("vsphere-" + api.port() + ".conf", bed.config()))
                        .with("--kubeconfig=" + kubeconfig)
                        .with(election.flags())
                        .start(),
                api);
        all.add(replica);
        return replica;
    }

    /// Returns the time until another replica has the Lease.
    ///
    /// @param end ends the leader
    Duration handOver(Runnable end) {
        String former = LeaseHolder.of(bed).identity();
        assertThat(former).isNotEmpty();
        long start = System.nanoTime();
        end.run();
        await().pollDelay(Duration.ZERO).pollInterval(POLL).atMost(MINUTE).until(() -> {
            String holder = LeaseHolder.of(bed).identity();
            return !holder.isEmpty() && !holder.equals(former);
        });
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void close() {
        all.forEach(replica -> replica.program().close());
        all.forEach(replica -> replica.api().close());
        bed.objects().deleteLease("kube-system", "cloud-controller-manager");
    }
}
