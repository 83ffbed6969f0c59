package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.VcenterOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A Node that is not ready has the shutdown taint exactly while vCenter shows for certain that its VM is off or
/// suspended.
///
/// The VMs of a test are on a separate host, so its loss affects no other test.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShutdownTaintScenario {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String NODES = "/api/v1/nodes";

    private static final int OFF = 0;
    private static final int SUSPENDED = 1;
    private static final int GUEST_SHUTDOWN = 2;
    private static final int RESET = 3;
    private static final int FAILED_OVER = 4;
    private static final int ON_LOST_HOST = 5;
    private static final int OFF_AND_ON = 6;
    private static final int OFF_WHILE_READY = 7;
    private static final int FIRST_CONTROL = 8;
    private static final int COUNT = 20;

    private TestBed bed;
    private VcenterSite site;
    private VcenterOperations operations;
    private Fleet fleet;
    private Program program;
    private NodeDeletes deletes;
    private String start;
    private int control = FIRST_CONTROL;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        deletes = NodeDeletes.at(bed.apiProxy());
        fleet = Fleet.create(bed, site, "w", COUNT);
        site.vcenter().change(change(fleet.vm(ON_LOST_HOST)).onHost("vc-a-cluster-b-host-2"));
        for (int n = 0; n < COUNT; n++) {
            if (n != ON_LOST_HOST) {
                site.vcenter().change(change(fleet.vm(n)).onHost("vc-a-cluster-a-host-1"));
            }
        }
        program = bed.run("--leader-elect=true", "--node-monitor-period=1s");
        fleet.awaitRecorded(program);
        fleet.allFallSilent();
        fleet.comesBack(OFF_WHILE_READY);
        operations = site.vcenter().operations();
        start = bed.objects().version(NODES);
    }

    @AfterEach
    void noNodeWasDeleted() {
        assertThat(deletes.all()).isEmpty();
    }

    @AfterAll
    void stop() {
        try {
            assertThat(program.terminate()).isZero();
            RunInvariants.logIsFitToRead(program, site.vcenter().password());
            RunInvariants.nothingIsLeft(bed);
        } finally {
            bed.close();
        }
    }

    @Test
    @Conforms("VE02")
    void aVmThatIsSwitchedOffTaintsItsNodeUntilThatIsReady() {
        operations.powerOff(fleet.vm(OFF));
        awaitTaint(OFF, true);

        operations.powerOn(fleet.vm(OFF));
        fleet.comesBack(OFF);

        awaitTaint(OFF, false);
        assertThat(taintChanges(OFF)).as("one to taint, one to untaint").containsExactly(true, false);
    }

    @Test
    void aSuspendedVmTaintsItsNodeUntilItRuns() {
        operations.suspend(fleet.vm(SUSPENDED));
        awaitTaint(SUSPENDED, true);

        operations.powerOn(fleet.vm(SUSPENDED));

        awaitTaint(SUSPENDED, false);
        assertThat(taintChanges(SUSPENDED)).containsExactly(true, false);
    }

    @Test
    void aGuestThatShutsDownTaintsItsNode() {
        operations.shutDownGuest(fleet.vm(GUEST_SHUTDOWN));

        awaitTaint(GUEST_SHUTDOWN, true);
    }

    @Test
    void aResetTaintsNothing() {
        operations.reset(fleet.vm(RESET));

        aLaterChangeTakesEffect();
        assertThat(taintChanges(RESET)).isEmpty();
    }

    @Test
    void aVmThatHaStartsOnAnotherHostEndsUntainted() {
        operations.failOver(List.of(fleet.vm(FAILED_OVER)), "vc-a-cluster-a-host-2");

        aLaterChangeTakesEffect();
        awaitTaint(FAILED_OVER, false);
        assertThat(fleet.isKept(FAILED_OVER)).isTrue();
    }

    /// vCenter shows the last known state of a VM on a host that does not respond.
    @Test
    void aVmOnALostHostIsNotTaintedWhateverItsPowerStateSays() {
        operations.loseHost("vc-a-cluster-b-host-2");
        site.vcenter().change(change(fleet.vm(ON_LOST_HOST)).poweredOff());
        aLaterChangeTakesEffect();
        assertThat(taintChanges(ON_LOST_HOST)).isEmpty();

        operations.findHost("vc-a-cluster-b-host-2");

        awaitTaint(ON_LOST_HOST, true);
    }

    @Test
    void aVmThatIsOffForAMomentEndsUntainted() {
        for (int i = 0; i < 5; i++) {
            operations.powerOff(fleet.vm(OFF_AND_ON));
            operations.powerOn(fleet.vm(OFF_AND_ON));
        }

        aLaterChangeTakesEffect();
        awaitTaint(OFF_AND_ON, false);
    }

    @Test
    void aReadyNodeIsNotTaintedWhateverVcenterSays() {
        operations.powerOff(fleet.vm(OFF_WHILE_READY));

        aLaterChangeTakesEffect();
        assertThat(taintChanges(OFF_WHILE_READY)).isEmpty();
    }

    /// Switches off another VM and waits for its taint. By then the program has reacted to all earlier changes, or
    /// begun to.
    private void aLaterChangeTakesEffect() {
        int n = control++;
        operations.powerOff(fleet.vm(n));
        awaitTaint(n, true);
    }

    private void awaitTaint(int n, boolean isWanted) {
        await().pollInterval(POLL)
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> assertThat(fleet.isTainted(n))
                        .as(() -> fleet.name(n) + "; " + program.log())
                        .isEqualTo(isWanted));
    }

    /// Returns the history of the taint: an entry for each change, true if the Node was tainted.
    private List<Boolean> taintChanges(int n) {
        var changes = new ArrayList<Boolean>();
        boolean isTainted = false;
        for (JsonNode state : bed.objects().statesSince(NODES, start)) {
            if (NodeAssertions.name(state).equals(fleet.name(n)) && Fleet.isTainted(state) != isTainted) {
                isTainted = !isTainted;
                changes.add(isTainted);
            }
        }
        return changes;
    }
}
