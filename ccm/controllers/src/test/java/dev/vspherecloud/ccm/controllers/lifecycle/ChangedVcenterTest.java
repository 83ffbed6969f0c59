package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.IncidentId;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangedVcenterTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(20);

    /// The newest event after a restore from a backup that is older than the VM.
    private static final EventPosition RESTORED = new EventPosition(90, LifecycleTestBed.NOON.plusSeconds(30));

    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(5);

    @Test
    void theNewestEventOfAVcenterIsRecordedAtOnce() {
        assertThat(bed.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
    }

    @Test
    void itIsRaisedOnceAMinute() {
        int before = bed.lease.writes;

        for (int i = 0; i < 300; i++) {
            show(new EventPosition(201 + i, LifecycleTestBed.NOON.plusSeconds(i)));
            bed.pass(Duration.ofSeconds(1));
        }

        assertThat(bed.lease.writes - before).isEqualTo(5);
        assertThat(bed.lifecycleState().baselines())
                .hasEntrySatisfying(
                        LifecycleTestBed.VCENTER, mark -> assertThat(mark.key()).isGreaterThan(430));
    }

    @Test
    void itIsNeitherLoweredNorRaisedAfterARestore() {
        show(new EventPosition(150, LifecycleTestBed.NOON.plusSeconds(10)));
        bed.pass(MINUTE);
        show(new EventPosition(250, LifecycleTestBed.NOON.plusSeconds(60)));
        bed.pass(MINUTE);

        assertThat(bed.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
    }

    @Test
    void aClockThatWasSetBackRaisesNothing() {
        show(new EventPosition(250, LifecycleTestBed.NEWEST.time().minusSeconds(1)));
        bed.pass(MINUTE);

        assertThat(bed.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
    }

    @Test
    void aVcenterThatLostItsNewestEventsInACrashIsNotTakenForRestored() {
        var landmark = new EventPosition(150, LifecycleTestBed.NOON.minusSeconds(300));
        var newest = new EventPosition(180, LifecycleTestBed.NOON.plusSeconds(30));
        var crashed = new LifecycleTestBed();
        crashed.existenceChecker.marks.put(
                "vc-a",
                new VcenterEventPosition(
                        LifecycleTestBed.VCENTER, Optional.of(LifecycleTestBed.NEWEST), List.of(landmark)));
        crashed.cluster(5);
        assertThat(crashed.lifecycleState().landmarks()).isEqualTo(Map.of(LifecycleTestBed.VCENTER, List.of(landmark)));

        crashed.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of(landmark)));
        crashed.lose("w-1", LifecycleTestBed.restored(newest));
        crashed.silence("w-1");
        crashed.pass(LONG);

        assertThat(crashed.events("VcenterRestored")).isEmpty();
        assertThat(crashed.has("w-1")).isFalse();
    }

    @Test
    void aRestoredVcenterIsReportedOnceAndKeepsItsNodes() {
        restore("w-1");
        restore("w-2");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("VcenterRestored"))
                .singleElement()
                .asString()
                .startsWith("Warning vCenter vc-a")
                .contains("acknowledge=" + ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
    }

    @Test
    void anAcknowledgedRestoreAllowsDeletionsAfterTenMinutes() {
        restore("w-1");
        bed.pass(Duration.ofMinutes(2));

        bed.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        bed.pass(Duration.ofMinutes(9));
        assertThat(bed.deletes()).isZero();
        bed.pass(Duration.ofMinutes(3));

        assertThat(bed.nodes.writes()).contains("delete w-1");
        assertThat(bed.lifecycleState().baselines()).isEqualTo(Map.of(LifecycleTestBed.VCENTER, RESTORED));
        assertThat(bed.lifecycleState().confirmedVcenterChanges().restored())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, RESTORED));
        assertThat(bed.lifecycleState().acknowledged()).isEmpty();
    }

    /// The restore stays open even if another process leads, and vCenter has dropped the events that showed it.
    @Test
    void anUnacknowledgedRestoreStaysOpen() {
        restore("w-1");
        bed.pass(MINUTE);
        var newest = new EventPosition(300, LifecycleTestBed.NOON.plusSeconds(120));
        show(newest);
        bed.lose("w-1", question -> LifecycleTestBed.forgetful(question, newest));
        bed.restart();

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
        assertThat(bed.lifecycleState().confirmedVcenterChanges().unconfirmed())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));

        bed.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        bed.pass(LONG);

        assertThat(bed.nodes.writes()).contains("delete w-1");
        assertThat(bed.lifecycleState().confirmedVcenterChanges().unconfirmed()).isEmpty();
    }

    /// The newest event that the watch read last may be older than the result that showed the restore.
    @Test
    void theNewestEventOfTheCheckResultIsConfirmed() {
        bed.lose("w-1", LifecycleTestBed.restored(RESTORED));
        bed.silence("w-1");
        bed.pass(MINUTE);

        bed.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        bed.pass(LONG);

        assertThat(bed.events("VcenterRestored")).hasSize(1);
        assertThat(bed.nodes.writes()).contains("delete w-1");
        assertThat(bed.lifecycleState().confirmedVcenterChanges().restored())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, RESTORED));
    }

    /// The newest event of the restored vCenter is not after the one in the Node's record.
    @Test
    void aRepeatedAcknowledgementIsKept() {
        String id = ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER);
        restore("w-1");
        bed.pass(MINUTE);
        bed.lease.acknowledge(id);
        bed.pass(MINUTE);
        assertThat(bed.lifecycleState().acknowledged()).isEmpty();

        bed.lease.acknowledge(id);
        bed.pass(Duration.ofMinutes(6));

        assertThat(bed.lifecycleState().acknowledged()).containsExactly(id);
    }

    @Test
    void aSecondRestoreNeedsASecondAcknowledgement() {
        restore("w-1");
        bed.pass(MINUTE);
        bed.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        bed.pass(MINUTE);
        var again = new EventPosition(80, LifecycleTestBed.NOON.plusSeconds(600));
        show(again);
        bed.lose("w-1", LifecycleTestBed.restored(again));

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("VcenterRestored")).hasSize(2);
    }

    @Test
    void aReplacedVcenterKeepsItsNodesUntilAPersonAcknowledgesIt() {
        bed.lose(
                "w-1",
                _ -> new OwnerVcenterResult.NotHere(
                        LifecycleTestBed.VCENTER, Map.of("vc-a", LifecycleTestBed.OTHER_VCENTER)));
        bed.silence("w-1");
        bed.pass(LONG);
        assertThat(bed.deletes()).isZero();
        String id = IncidentId.replaced(LifecycleTestBed.VCENTER);
        assertThat(bed.events("VcenterReplaced"))
                .singleElement()
                .asString()
                .startsWith("Warning cluster")
                .contains("acknowledge=" + id);

        bed.lease.acknowledge(id);
        bed.pass(Duration.ofMinutes(12));

        assertThat(bed.nodes.writes()).contains("delete w-1");
        assertThat(bed.lifecycleState().confirmedVcenterChanges().adopted()).containsExactly(LifecycleTestBed.VCENTER);
        assertThat(bed.lifecycleState().acknowledged()).isEmpty();
    }

    @Test
    void anAcknowledgementOfAnUnknownIdIsKept() {
        bed.lease.acknowledge("missing-00000000");

        bed.pass(Duration.ofMinutes(6));

        assertThat(bed.lifecycleState().acknowledged()).containsExactly("missing-00000000");
    }

    @Test
    void theLeaseIsReadOftenWhileARestoreIsOpen() {
        restore("w-1");
        bed.pass(MINUTE);
        int before = bed.lease.reads;

        bed.pass(MINUTE);

        assertThat(bed.lease.reads - before).isBetween(6, 7);
    }

    private void restore(String name) {
        show(RESTORED);
        bed.lose(name, LifecycleTestBed.restored(RESTORED));
        bed.silence(name);
    }

    private void show(EventPosition newest) {
        bed.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
    }
}
