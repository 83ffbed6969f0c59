package dev.vspherecloud.ccm.controllers.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmLookup.Silence;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StatusReporterTest {
    private static final Reason NOT_FOUND = new Reason(NodeReason.VM_NOT_FOUND, "no VM");
    private static final Reason AMBIGUOUS = new Reason(NodeReason.VM_AMBIGUOUS, "two VMs");
    private static final Reason DRIFT = new Reason(NodeReason.TOPOLOGY_DRIFT, "zone-a, now zone-b");
    private static final Reason MORE_DRIFT = new Reason(NodeReason.TOPOLOGY_DRIFT, "zone-a, now zone-c");
    private static final VmLookup MISSING = new VmLookup.Missing(List.of("vc-a"));
    private static final Silence REFUSED = new Silence("vc-a", VsphereReason.LOGIN_REFUSED, "wrong password");
    private static final Silence AWAY = new Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "nothing listens");

    private final FakeNodes nodes = new FakeNodes();
    private final RecordedEvents events = new RecordedEvents();
    private final StatusReporter statusReporter = new StatusReporter(events, ReasonObserver.NONE);
    private long now = -5;

    @Test
    void aWaitingNodeIsReportedAtOnceAndThenEveryFiveMinutes() {
        NodeView node = waiting("w-1");

        for (int i = 0; i < 60; i++) {
            statusReporter.report(node, NOT_FOUND, MISSING, now);
            pass(Duration.ofSeconds(10));
        }

        assertThat(events.all()).hasSize(2).containsOnly("Warning w-1 VmNotFound: no VM");
    }

    @Test
    void anotherReasonIsReportedAtOnceAndTheFirstIsNotRepeatedWhenItIsBack() {
        NodeView node = waiting("w-1");

        for (int i = 0; i < 10; i++) {
            statusReporter.report(node, i % 2 == 0 ? NOT_FOUND : AMBIGUOUS, MISSING, now);
            pass(Duration.ofSeconds(10));
        }

        assertThat(events.all()).containsExactly("Warning w-1 VmNotFound: no VM", "Warning w-1 VmAmbiguous: two VMs");
    }

    @Test
    void anotherMessageForTheSameReasonWaitsForTheNextRepetition() {
        NodeView node = waiting("w-1");

        statusReporter.report(node, NOT_FOUND, MISSING, now);
        statusReporter.report(node, new Reason(NodeReason.VM_NOT_FOUND, "still none"), MISSING, now);
        pass(StatusReporter.REPEAT_AFTER);
        statusReporter.report(node, new Reason(NodeReason.VM_NOT_FOUND, "still none"), MISSING, now);

        assertThat(events.all()).containsExactly("Warning w-1 VmNotFound: no VM", "Warning w-1 VmNotFound: still none");
    }

    @Test
    void whatBlocksAnInitialisedNodeIsReportedOnceForEachChange() {
        NodeView node = finished("w-1");

        for (int i = 0; i < 60; i++) {
            statusReporter.report(node, i < 30 ? NOT_FOUND : AMBIGUOUS, MISSING, now);
            pass(Duration.ofMinutes(1));
        }

        assertThat(events.all()).containsExactly("Warning w-1 VmNotFound: no VM", "Warning w-1 VmAmbiguous: two VMs");
    }

    @Test
    void whatOnlyAWaitingNodeNeedsIsNotReportedForAReadyNode() {
        statusReporter.report(finished("w-1"), new Reason(VsphereReason.ZONE_MISSING, "no tag"), MISSING, now);

        assertThat(events.all()).isEmpty();
    }

    @Test
    void aRemarkOnAFinishedNodeIsReportedOnceForEachChange() {
        NodeView node = finished("w-1");

        reportFor(Duration.ofHours(1), node, DRIFT);
        reportFor(Duration.ofHours(1), node, MORE_DRIFT);
        reportFor(Duration.ofHours(1), node);
        reportFor(Duration.ofHours(1), node, MORE_DRIFT);

        assertThat(events.all())
                .containsExactly(
                        "Warning w-1 TopologyDrift: zone-a, now zone-b",
                        "Warning w-1 TopologyDrift: zone-a, now zone-c",
                        "Warning w-1 TopologyDrift: zone-a, now zone-c");
    }

    @Test
    void aRemarkThatChangesConstantlyIsReportedEveryFiveMinutes() {
        NodeView node = finished("w-1");

        for (int i = 0; i < 60; i++) {
            statusReporter.reportRemarks(node, List.of(i % 2 == 0 ? DRIFT : MORE_DRIFT), MISSING, now);
            pass(Duration.ofSeconds(10));
        }

        assertThat(events.all()).hasSize(2);
    }

    @Test
    void aRemarkDoesNotHideWhatTheNodeWaitsFor() {
        NodeView node = waiting("w-1");

        statusReporter.report(node, NOT_FOUND, MISSING, now);
        statusReporter.reportRemarks(node, List.of(DRIFT), MISSING, now);

        assertThat(events.all()).hasSize(2);
    }

    @Test
    void aReasonOfAllNodesOfAVcenterIsReportedOnce() {
        for (int i = 0; i < 5_000; i++) {
            statusReporter.report(waiting("w-" + i), ofUnknown(REFUSED), new VmLookup.Unknown(List.of(REFUSED)), now);
        }
        pass(StatusReporter.REPEAT_AFTER);
        for (int i = 0; i < 5_000; i++) {
            statusReporter.report(waiting("w-" + i), ofUnknown(REFUSED), new VmLookup.Unknown(List.of(REFUSED)), now);
        }

        assertThat(events.all()).hasSize(2).containsOnly("Warning vCenter vc-a LoginRefused: wrong password");
    }

    @Test
    void eachSilentVcenterIsReportedWithItsOwnReason() {
        statusReporter.report(waiting("w-1"), ofUnknown(REFUSED), new VmLookup.Unknown(List.of(AWAY, REFUSED)), now);

        assertThat(events.all())
                .containsExactly(
                        "Warning vCenter vc-b VcenterUnreachable: nothing listens",
                        "Warning vCenter vc-a LoginRefused: wrong password");
    }

    @Test
    void anUnreadableVmHomeIsReportedForTheNodeAndASilentVcenterForTheVcenter() {
        var unreadable = new Silence("vc-a", VsphereReason.VM_HOME_UNREADABLE, "no right");

        statusReporter.report(
                waiting("w-1"), ofUnknown(unreadable), new VmLookup.Unknown(List.of(AWAY, unreadable)), now);

        assertThat(events.all())
                .containsExactly(
                        "Warning w-1 VmHomeUnreadable: no right",
                        "Warning vCenter vc-b VcenterUnreachable: nothing listens");
    }

    @Test
    void aReasonOfAnotherTableIsReportedAndCountedLikeAnyOther() {
        ReasonRow row = ReasonRow.reason(new ReasonGroup("Disks"), "DiskInUse", "The disk is attached to another VM");
        ReasonCode inUse = () -> row;
        var reported = new ArrayList<Set<Reason>>();
        var other = new StatusReporter(events, (_, reasons) -> reported.add(reasons));

        other.report(waiting("w-1"), new Reason(inUse, "by vm-7"), MISSING, now);
        other.report(waiting("w-1"), new Reason(inUse, "by vm-7"), MISSING, now);
        other.clear(waiting("w-1"));

        assertThat(events.all()).containsExactly("Warning w-1 DiskInUse: by vm-7");
        assertThat(reported)
                .containsExactly(Set.of(new Reason(inUse, "by vm-7")), Set.of(new Reason(inUse, "by vm-7")), Set.of());
    }

    @Test
    void aNodeThatIsCreatedAgainUnderItsNameIsAnotherNode() {
        statusReporter.report(waiting("w-1"), NOT_FOUND, MISSING, now);
        nodes.remove("w-1");

        statusReporter.report(waiting("w-1"), NOT_FOUND, MISSING, now);

        assertThat(events.all()).hasSize(2);
    }

    @Test
    void nodesThatAreDeletedOrHealthyForFiveMinutesAreForgotten() {
        for (int i = 0; i < 100; i++) {
            statusReporter.report(waiting("w-" + i), NOT_FOUND, MISSING, now);
            statusReporter.reportRemarks(waiting("w-" + i), List.of(), MISSING, now);
        }
        assertThat(statusReporter.trackedNodes()).isEqualTo(100);

        for (int i = 0; i < 50; i++) {
            statusReporter.forget(new NodeName("w-" + i));
        }
        assertThat(statusReporter.trackedNodes()).isEqualTo(50);

        for (int round = 0; round < 2; round++) {
            for (int i = 50; i < 100; i++) {
                statusReporter.clear(waiting("w-" + i));
                statusReporter.reportRemarks(waiting("w-" + i), List.of(), MISSING, now);
            }
            pass(StatusReporter.REPEAT_AFTER);
        }
        assertThat(statusReporter.trackedNodes()).isZero();
    }

    @Test
    void aReportWithoutRemarksStoresNothing() {
        statusReporter.reportRemarks(finished("w-1"), List.of(), MISSING, now);

        assertThat(statusReporter.trackedNodes()).isZero();
    }

    private void reportFor(Duration time, NodeView node, Reason... remarks) {
        for (int i = 0; i < time.toMinutes(); i++) {
            statusReporter.reportRemarks(node, List.of(remarks), MISSING, now);
            pass(Duration.ofMinutes(1));
        }
    }

    private static Reason ofUnknown(Silence silence) {
        return new Reason(silence.code(), silence.why());
    }

    private NodeView waiting(String name) {
        return nodes.find(new NodeName(name)).orElseGet(() -> nodes.add(name, "", "", true, List.of()));
    }

    private NodeView finished(String name) {
        return nodes.add(name, "", "", false, List.of());
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
