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

    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(5);

    @Test
    void theNewestEventOfAVcenterIsRecordedAtOnce() {
        assertThat(stage.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
    }

    @Test
    void itIsRaisedOnceAMinute() {
        int before = stage.lease.writes;

        for (int i = 0; i < 300; i++) {
            show(new EventPosition(201 + i, LifecycleTestBed.NOON.plusSeconds(i)));
            stage.pass(Duration.ofSeconds(1));
        }

        assertThat(stage.lease.writes - before).isEqualTo(5);
        assertThat(stage.lifecycleState().baselines())
                .hasEntrySatisfying(
                        LifecycleTestBed.VCENTER, mark -> assertThat(mark.key()).isGreaterThan(430));
    }

    @Test
    void itIsNeverLoweredNorRaisedAgainAfterAFall() {
        show(new EventPosition(150, LifecycleTestBed.NOON.plusSeconds(10)));
        stage.pass(MINUTE);
        show(new EventPosition(250, LifecycleTestBed.NOON.plusSeconds(60)));
        stage.pass(MINUTE);

        assertThat(stage.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
    }

    @Test
    void aClockThatWasSetBackRaisesNothing() {
        show(new EventPosition(250, LifecycleTestBed.NEWEST.time().minusSeconds(1)));
        stage.pass(MINUTE);

        assertThat(stage.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
    }

    @Test
    void aVcenterThatLostItsNewestEventsInACrashIsBelieved() {
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
    void aRestoredVcenterIsToldOnceAndKeepsItsNodes() {
        restore("w-1");
        restore("w-2");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("VcenterRestored"))
                .singleElement()
                .asString()
                .startsWith("Warning vCenter vc-a")
                .contains("acknowledge=" + ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
    }

    @Test
    void aRestoredVcenterThatIsAcknowledgedIsBelievedAfterTenMinutes() {
        restore("w-1");
        stage.pass(Duration.ofMinutes(2));

        stage.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        stage.pass(Duration.ofMinutes(9));
        assertThat(stage.deletes()).isZero();
        stage.pass(Duration.ofMinutes(3));

        assertThat(stage.nodes.writes()).contains("delete w-1");
        assertThat(stage.lifecycleState().baselines()).isEqualTo(Map.of(LifecycleTestBed.VCENTER, RESTORED));
        assertThat(stage.lifecycleState().confirmedVcenterChanges().restored())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, RESTORED));
        assertThat(stage.lifecycleState().acknowledged()).isEmpty();
    }

    /// The restore stays open even if another process leads, and vCenter has dropped the events that showed it.
    @Test
    void aRestoreThatNobodyAcknowledgedIsNotForgotten() {
        restore("w-1");
        stage.pass(MINUTE);
        var newest = new EventPosition(300, LifecycleTestBed.NOON.plusSeconds(120));
        show(newest);
        stage.lose("w-1", question -> LifecycleTestBed.forgetful(question, newest));
        stage.restart();

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.lifecycleState().baselines())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));
        assertThat(stage.lifecycleState().confirmedVcenterChanges().unconfirmed())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, LifecycleTestBed.NEWEST));

        stage.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        stage.pass(LONG);

        assertThat(stage.nodes.writes()).contains("delete w-1");
        assertThat(stage.lifecycleState().confirmedVcenterChanges().unconfirmed())
                .isEmpty();
    }

    /// The newest event that the watch read last may be older than the result that showed the restore.
    @Test
    void theHistoryThatTheReportShowedIsConfirmed() {
        stage.lose("w-1", LifecycleTestBed.restored(RESTORED));
        stage.silence("w-1");
        stage.pass(MINUTE);

        stage.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        stage.pass(LONG);

        assertThat(stage.events("VcenterRestored")).hasSize(1);
        assertThat(stage.nodes.writes()).contains("delete w-1");
        assertThat(stage.lifecycleState().confirmedVcenterChanges().restored())
                .isEqualTo(Map.of(LifecycleTestBed.VCENTER, RESTORED));
    }

    /// The newest event of the restored vCenter is not after the one in the Node's record.
    @Test
    void whatIsAcknowledgedOnceMoreCountsOnceMore() {
        String id = ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER);
        restore("w-1");
        stage.pass(MINUTE);
        stage.lease.acknowledge(id);
        stage.pass(MINUTE);
        assertThat(stage.lifecycleState().acknowledged()).isEmpty();

        stage.lease.acknowledge(id);
        stage.pass(Duration.ofMinutes(6));

        assertThat(stage.lifecycleState().acknowledged()).containsExactly(id);
    }

    @Test
    void aSecondRestoreTakesASecondAcknowledgement() {
        restore("w-1");
        stage.pass(MINUTE);
        stage.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        stage.pass(MINUTE);
        var again = new EventPosition(80, LifecycleTestBed.NOON.plusSeconds(600));
        show(again);
        stage.lose("w-1", LifecycleTestBed.restored(again));

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("VcenterRestored")).hasSize(2);
    }

    @Test
    void aVcenterThatIsNotThereAnyMoreKeepsItsNodesUntilThatIsAcknowledged() {
        stage.lose(
                "w-1",
                _ -> new OwnerVcenterResult.NotHere(
                        LifecycleTestBed.VCENTER, Map.of("vc-a", LifecycleTestBed.OTHER_VCENTER)));
        stage.silence("w-1");
        stage.pass(LONG);
        assertThat(stage.deletes()).isZero();
        String id = IncidentId.replaced(LifecycleTestBed.VCENTER);
        assertThat(stage.events("VcenterReplaced"))
                .singleElement()
                .asString()
                .startsWith("Warning cluster")
                .contains("acknowledge=" + id);

        stage.lease.acknowledge(id);
        stage.pass(Duration.ofMinutes(12));

        assertThat(stage.nodes.writes()).contains("delete w-1");
        assertThat(stage.lifecycleState().confirmedVcenterChanges().adopted())
                .containsExactly(LifecycleTestBed.VCENTER);
        assertThat(stage.lifecycleState().acknowledged()).isEmpty();
    }

    @Test
    void whatIsNotOpenStaysAcknowledged() {
        stage.lease.acknowledge("missing-00000000");

        stage.pass(Duration.ofMinutes(6));

        assertThat(stage.lifecycleState().acknowledged()).containsExactly("missing-00000000");
    }

    @Test
    void theLeaseIsReadOftenWhileSomebodyMayAcknowledge() {
        restore("w-1");
        stage.pass(MINUTE);
        int before = stage.lease.reads;

        stage.pass(MINUTE);

        assertThat(stage.lease.reads - before).isBetween(6, 7);
    }

    private void restore(String name) {
        show(RESTORED);
        stage.lose(name, LifecycleTestBed.restored(RESTORED));
        stage.silence(name);
    }

    private void show(EventPosition newest) {
        stage.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
    }
}
