package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A kubelet can write any value into the record of its Node. A false record may keep this Node, but must not
/// affect others.
class LyingRecordsTest {
    private static final Duration SHORT = Duration.ofSeconds(40);
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final String RANDOM = "9e107d9d-372b-4b6a-8b5e-1f2e3d4c5b6a";

    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(10);

    // Events

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2000000000 2031-01-01T00:00:00Z",
                "2147483647 2199-12-31T23:59:59.999999999Z",
                "201 2026-01-01T11:59:00Z",
                "2000000000 2001-01-01T00:00:00Z"
            })
    void aMarkThatVcenterDoesNotHaveKeepsItsNodeAlone(String mark) {
        stage.nodes.annotate("w-1", RecordedVm.SEEN, mark);
        stage.destroy("w-1");
        stage.destroy("w-2");
        stage.restart();

        stage.pass(SHORT);
        assertThat(stage.has("w-1")).isTrue();
        assertThat(stage.has("w-2")).isFalse();
        stage.pass(LONG);

        assertThat(stage.has("w-1")).isTrue();
        assertThat(stage.events("RecordedEventMissing"))
                .singleElement()
                .asString()
                .contains("w-1");
        assertNoIncident();
    }

    @Test
    void aMarkFromTheFutureDoesNotFreezeTheBaseline() {
        stage.nodes.annotate("w-1", RecordedVm.SEEN, "2000000000 2031-01-01T00:00:00Z");
        stage.destroy("w-1");
        stage.restart();
        stage.pass(SHORT);

        var newest = new EventPosition(300, LifecycleTestBed.NOON.plusSeconds(60));
        stage.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
        stage.pass(Duration.ofMinutes(2));

        assertThat(stage.lifecycleState().baselines()).isEqualTo(Map.of(LifecycleTestBed.VCENTER, newest));
    }

    @Test
    void whatTheProcessItselfSawCountsBeforeAMarkFromTheFuture() {
        stage.nodes.annotate("w-1", RecordedVm.SEEN, "2000000000 2031-01-01T00:00:00Z");
        stage.look();
        stage.destroy("w-1");

        stage.pass(SHORT);

        assertThat(stage.has("w-1")).isFalse();
        assertNoIncident();
    }

    /// The restore leads to a point after the baseline, which is recorded once a minute. VMs that came after that
    /// point may exist.
    @Test
    void aRestoreToAPointAfterTheBaselineKeepsTheNodesThatLackTheirMarks() {
        stage.nodes.annotate(
                "w-1", RecordedVm.SEEN, new EventPosition(250, LifecycleTestBed.NOON.minusSeconds(10)).toString());
        stage.lose("w-1", LifecycleTestBed.restored(new EventPosition(220, LifecycleTestBed.NOON)));
        stage.silence("w-1");
        stage.destroy("w-2");
        stage.restart();

        stage.pass(LONG);

        assertThat(stage.has("w-1")).isTrue();
        assertThat(stage.has("w-2")).isFalse();
        assertThat(stage.events("RecordedEventMissing")).hasSize(1);
    }

    /// For example, the newest event of a restored vCenter passed the baseline before the controller read it.
    @Test
    void aPersonMayAcknowledgeARestoreThatOnlyARecordShows() {
        stage.nodes.annotate(
                "w-1", RecordedVm.SEEN, new EventPosition(190, LifecycleTestBed.NOON.minusSeconds(90)).toString());
        stage.lose("w-1", LyingRecordsTest::lackingTheRecordedEvent);
        stage.silence("w-1");
        stage.restart();
        stage.pass(LONG);
        assertThat(stage.has("w-1")).isTrue();
        assertNoIncident();

        stage.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        stage.pass(Duration.ofMinutes(12));

        assertThat(stage.has("w-1")).isFalse();
        assertThat(stage.lifecycleState().acknowledged()).isEmpty();
    }

    private static OwnerVcenterResult lackingTheRecordedEvent(ExistenceCheckRequest question) {
        EventPosition recorded = question.vm().seenAt().orElseThrow();
        Map<EventPosition, EventLookup> traces = question.events().stream()
                .collect(Collectors.toMap(
                        mark -> mark, mark -> mark.equals(recorded) ? EventLookup.LOST : EventLookup.THERE));
        return new OwnerVcenterResult.NoSuchObject(
                "vc-a", List.of(), Optional.of(LifecycleTestBed.NEWEST), traces, Optional.empty());
    }

    @Test
    void aRestoreToAPointBeforeTheBaselineIsNoticedWhateverTheNodesSay() {
        var newest = new EventPosition(90, LifecycleTestBed.NOON.plusSeconds(30));
        stage.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
        stage.nodes.annotate("w-1", RecordedVm.SEEN, "1 2001-01-01T00:00:00Z");
        stage.lose("w-1", LifecycleTestBed.restored(newest));
        stage.silence("w-1");
        stage.restart();

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("VcenterRestored")).hasSize(1);
    }

    // vCenters

    @Test
    void aVcenterThatNobodySawKeepsItsNodeAlone() {
        stage.nodes.annotate("w-1", RecordedVm.VCENTER, RANDOM);
        stage.lose(
                "w-1",
                question -> new OwnerVcenterResult.NotHere(
                        question.vm().ref().vcenter(), Map.of("vc-a", LifecycleTestBed.VCENTER)));
        stage.silence("w-1");
        stage.destroy("w-2");
        stage.restart();

        stage.pass(LONG);

        assertThat(stage.has("w-1")).isTrue();
        assertThat(stage.has("w-2")).isFalse();
        assertThat(stage.events("RecordedVcenterUnknown"))
                .singleElement()
                .asString()
                .contains("w-1", RANDOM);
        assertNoIncident();
    }

    @Test
    void aVcenterThatThisProcessSawWithoutItsEventsIsKnown() {
        stage.existenceChecker.marks.put(
                "vc-b", new VcenterEventPosition(LifecycleTestBed.OTHER_VCENTER, Optional.empty(), List.of()));
        stage.look();
        stage.existenceChecker.marks.remove("vc-b");
        lie("w-11", "w-11", Map.of(RecordedVm.VCENTER, LifecycleTestBed.OTHER_VCENTER.toString()));
        stage.lose(
                "w-11",
                _ -> new OwnerVcenterResult.NotHere(
                        LifecycleTestBed.OTHER_VCENTER, Map.of("vc-a", LifecycleTestBed.VCENTER)));
        stage.silence("w-11");

        stage.pass(SHORT);

        assertThat(stage.events("VcenterReplaced")).hasSize(1);
    }

    // Hosts

    /// Only w-8 to w-10 are on host 2.
    @Test
    void aNodeThatIsNotMissingCannotPretendThatItsHostLives() {
        lie("w-99", "w-99", Map.of(RecordedVm.HOME, "Folder:group-v1 ResourcePool:resgroup-1 HostSystem:host-2"));
        stage.instances.setLookup(
                "w-99", new VmLookup.Ambiguous(List.of(LifecycleTestBed.vm("w-1"), LifecycleTestBed.vm("w-2"))));
        List.of("w-8", "w-9", "w-10").forEach(stage::unregister);

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("MassDisappearance")).isNotEmpty();
    }

    @Test
    void aRecordCopiedFromAnotherNodeIsNotASecondLoss() {
        // It is the only Node on its host.
        stage.add("w-12");
        stage.look();
        lie("w-99", "w-12", Map.of());
        stage.instances.setLookup("w-99", new VmLookup.Missing(List.of("vc-a")));
        stage.unregister("w-12");

        stage.pass(LONG);

        assertThat(stage.has("w-12")).isFalse();
        assertNoIncident();
    }

    @Test
    void norIsItAfterARestart() {
        // It is the only Node on its host.
        stage.add("w-12");
        lie("w-99", "w-12", Map.of());
        stage.unregister("w-12");
        stage.restart();

        stage.pass(LONG);

        assertThat(stage.has("w-12")).isFalse();
        assertNoIncident();
    }

    /// For example, the Node reports the system UUID of another Node's VM.
    @Test
    void aNodeThatPassesForAnotherIsNotASecondLoss() {
        String liar = "w-98";
        // It is the only Node on its host.
        stage.add("w-12");
        stage.nodes.add(
                liar, "vsphere://" + LifecycleTestBed.uuid("w-12"), LifecycleTestBed.uuid("w-12"), false, List.of());
        stage.nodes.report(liar, LifecycleTestBed.READY);
        stage.instances.setLookup(liar, new VmLookup.Found(LifecycleTestBed.vm("w-12")));
        stage.look();
        stage.look();
        stage.unregister("w-12");
        stage.instances.setLookup(liar, new VmLookup.Missing(List.of("vc-a")));

        stage.pass(LONG);

        assertThat(stage.has("w-12")).isFalse();
        assertNoIncident();
    }

    @Test
    void afterARestartTheRecordsTellThatAHostIsGone() {
        List.of("w-8", "w-9", "w-10").forEach(stage::unregister);
        stage.restart();

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("MassDisappearance")).isNotEmpty();
    }

    /// Adds a Node whose VM was never seen, with the record of another Node except for these values.
    private void lie(String node, String recordOf, Map<String, String> lies) {
        stage.nodes.add(
                node, "vsphere://" + LifecycleTestBed.uuid(node), LifecycleTestBed.uuid(node), false, List.of());
        Vm vm = LifecycleTestBed.vm(recordOf);
        RecordedVm.of(vm).annotations().forEach((key, value) -> stage.nodes.annotate(node, key, value));
        lies.forEach((key, value) -> stage.nodes.annotate(node, key, value));
        stage.instances.setLookup(node, new VmLookup.Missing(List.of("vc-a")));
        stage.nodes.report(node, LifecycleTestBed.READY);
    }

    private void assertNoIncident() {
        assertThat(stage.events("VcenterRestored")).isEmpty();
        assertThat(stage.events("VcenterReplaced")).isEmpty();
        assertThat(stage.events("MassDisappearance")).isEmpty();
        assertThat(stage.lifecycleState().breaker().open()).isEmpty();
    }
}
