package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.LeaderLease;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// VMs that were unregistered, and may still run: the program deletes their Nodes after the configured time, and
/// not before. If many disappeared at once, a person must acknowledge it first.
@Tag("soak")
class DisappearedVmScenario {
    private static final Duration DISAPPEARED_AFTER = Duration.ofMinutes(5);
    private static final Duration LATEST = Duration.ofMinutes(9);
    private static final Duration TIMEOUT = EventTimeout.LIMIT;
    private static final int NODES = 20;

    private TestBed bed;
    private VcenterSite site;
    private Fleet fleet;
    private Program program;
    private NodeDeletes deletes;

    @BeforeEach
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        deletes = NodeDeletes.at(bed.apiProxy());
        fleet = Fleet.create(bed, site, "w", NODES);
        program = bed.runWith(bed.config() + "nodes:\n  disappearedAfter: 5m\n", "--leader-elect=true");
        fleet.awaitRecorded(program);
        fleet.allFallSilent();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void oneIsDeletedAfterTheConfiguredTime() {
        Stopwatch stopwatch = Stopwatch.start();
        site.vcenter().operations().unregister(fleet.vms(0, 1));

        fleet.awaitGone(0, 1, LATEST, program);

        stopwatch.requireAtLeast(DISAPPEARED_AFTER);
        onlyTheseWereDeleted(1);
    }

    @Test
    void sixAreDeletedAfterTheConfiguredTimeAndAnAcknowledgement() {
        LeaderLease lease = new LeaderLease(bed);
        Stopwatch stopwatch = Stopwatch.start();
        site.vcenter().operations().unregister(fleet.vms(0, 6));
        await().atMost(TIMEOUT).until(() -> !lease.told("MassDisappearance").isEmpty());

        assertThat(lease.acknowledgeAll()).hasSize(1);

        await().atMost(TIMEOUT).until(() -> lease.note("incident").isEmpty());
        fleet.awaitGone(0, 6, LATEST, program);
        stopwatch.requireAtLeast(DISAPPEARED_AFTER);
        onlyTheseWereDeleted(6);
    }

    /// Asserts that the first Nodes were deleted, each by one request with its reason.
    private void onlyTheseWereDeleted(int count) {
        assertThat(deletes.names()).containsExactlyInAnyOrderElementsOf(fleet.names(0, count));
        fleet.areKept(count, NODES);
        assertThat(program.log().lines().filter(line -> line.contains("\"Deleting node\"")))
                .hasSize(count)
                .allSatisfy(line -> assertThat(line).contains("disappeared without being destroyed"));
        assertThat(program.terminate()).isZero();
        RunInvariants.logIsFitToRead(program, site.vcenter().password());
    }
}
