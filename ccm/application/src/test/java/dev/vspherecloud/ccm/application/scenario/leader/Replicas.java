package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.LeaseHolder;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Processes of the program with one Lease. [#close] ends all of them.
///
/// Threads: one.
final class Replicas implements AutoCloseable {
    /// Short times, so that a test need not wait for 15 seconds.
    static final Election SHORT = new Election(Duration.ofSeconds(4), Duration.ofSeconds(3), Duration.ofSeconds(1));

    static final Election DEFAULT = new Election(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    private static final Duration TIMEOUT = EventTimeout.LIMIT;
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    private static final String LEASE = "cloud-controller-manager";
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

    /// Waits until another replica has the Lease.
    ///
    /// @param end ends the leader
    Handover handOver(Runnable end) {
        String former = LeaseHolder.of(bed).identity();
        assertThat(former).isNotEmpty();
        String version = bed.objects().version(LEASES);
        end.run();
        await().pollDelay(Duration.ZERO).pollInterval(POLL).until(() -> {
            String holder = LeaseHolder.of(bed).identity();
            return !holder.isEmpty() && !holder.equals(former);
        });
        return Handover.of(former, bed.objects().statesSince(LEASES, version));
    }

    /// How the Lease went from one replica to another.
    ///
    /// @param holders     the holders of the Lease, one after the other; empty for none
    /// @param lastRenewal by the former leader
    /// @param acquired    when the other replica took it
    record Handover(List<String> holders, Instant lastRenewal, Instant acquired) {
        private static Handover of(String former, List<JsonNode> states) {
            // The API server has a Lease of its own in the same namespace.
            List<JsonNode> leases = states.stream()
                    .filter(state -> state.at("/metadata/name").asText().equals(LEASE))
                    .map(state -> state.path("spec"))
                    .toList();
            List<String> holders = Stream.concat(
                            Stream.of(former), leases.stream().map(Handover::holder))
                    .toList();
            var distinct = new ArrayList<String>();
            holders.stream()
                    .filter(holder -> distinct.isEmpty() || !distinct.getLast().equals(holder))
                    .forEach(distinct::add);
            return new Handover(
                    List.copyOf(distinct),
                    leases.stream()
                            .filter(lease -> holder(lease).equals(former))
                            .map(lease -> Instant.parse(lease.path("renewTime").asText()))
                            .max(Comparator.naturalOrder())
                            .orElse(Instant.MIN),
                    Instant.parse(leases.getLast().path("acquireTime").asText()));
        }

        private static String holder(JsonNode lease) {
            return lease.path("holderIdentity").asText();
        }

        /// The former leader released the Lease, so the other one did not wait until it expired. `StopPolicyTest`
        /// tests how soon it is released, `LeaderElectorIT` that a candidate does not wait then.
        void requireReleased() {
            assertThat(holders).hasSize(3);
            assertThat(holders.get(1)).isEmpty();
        }

        /// The other one took the Lease after it had expired, at its first attempt. `LeaderElectorTest` tests when
        /// that is.
        void requireExpired(Election election) {
            assertThat(holders).hasSize(2).doesNotContain("");
            if (!lastRenewal.equals(Instant.MIN)) {
                assertThat(acquired).isAfterOrEqualTo(lastRenewal.plus(election.lease()));
            }
        }
    }

    @Override
    public void close() {
        all.forEach(replica -> replica.program().close());
        all.forEach(replica -> replica.api().close());
        bed.objects().deleteLease("kube-system", "cloud-controller-manager");
    }
}
