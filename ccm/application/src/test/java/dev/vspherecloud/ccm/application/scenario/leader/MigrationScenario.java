package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.GoCandidate;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Another controller manager still has the Lease of leader migration. Until it releases that Lease, the migrated
/// controllers do not run here, and all others do.
class MigrationScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String LEASE = "cloud-provider-extraction-migration";

    @Test
    void migratedControllersRunOnlyUnderTheSecondLease() {
        try (var bed = TestBed.start();
                var other = GoCandidate.start(bed.api(), LEASE, "kube-controller-manager", Duration.ofSeconds(4))) {
            other.awaitLine("leading", TIMEOUT);
            VcenterSite site = bed.addVcenter("vc-a");
            Fleet fleet = Fleet.create(bed, site, "w", 2);
            Program program = bed.run(Stream.concat(
                            Stream.of(Replicas.SHORT.flags()),
                            Stream.of("--enable-leader-migration", "--node-monitor-period=1s"))
                    .toArray(String[]::new));
            fleet.awaitRecorded(program);
            program.awaitLog("Another process leads; waiting for its Lease\" lease=\"" + LEASE, TIMEOUT);
            fleet.allFallSilent();
            site.vcenter().operations().powerOff(fleet.vm(0));
            bed.objects().createNodes(site.nodes("late", 7, 8));
            site.addVms("late", 7, 8);
            bed.objects().awaitNode("late-7", TIMEOUT, NodeAssertions::isInitialised);
            assertThat(fleet.isTainted(0)).isFalse();

            other.kill();

            program.awaitLog("Acquired the Lease for leader migration", TIMEOUT);
            await().atMost(TIMEOUT).until(() -> fleet.isTainted(0));
            assertThat(site.proxy().calls().count("Login"))
                    .as("made once for both")
                    .isEqualTo(1);
            assertThat(program.terminate()).isZero();
            assertThat(holder(bed, "cloud-controller-manager")).isEmpty();
            assertThat(holder(bed, LEASE)).isEmpty();
        }
    }

    private static String holder(TestBed bed, String lease) {
        return bed.objects()
                .findLease("kube-system", lease)
                .orElseThrow()
                .path("spec")
                .path("holderIdentity")
                .asText();
    }
}
