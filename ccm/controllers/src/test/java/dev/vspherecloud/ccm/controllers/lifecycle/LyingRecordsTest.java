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

    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(10);

    // Events

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2000000000 2031-01-01T00:00:00Z",
                "2147483647 2199-12-31T23:59:59.999999999Z",
                "201 2026-01-01T11:59:00Z",
                "2000000000 2001-01-01T00:00:00Z"
            })
    void aRecordedEventThatVcenterDoesNotHaveKeepsOnlyItsNode(String mark) {
        bed.nodes.annotate("w-1", RecordedVm.SEEN, mark);
        bed.destroy("w-1");
        bed.destroy("w-2");
        bed.restart();

        bed.pass(SHORT);
        assertThat(bed.has("w-1")).isTrue();
        assertThat(bed.has("w-2")).isFalse();
        bed.pass(LONG);

        assertThat(bed.has("w-1")).isTrue();
        assertThat(bed.events("RecordedEventMissing"))
                .singleElement()
                .asString()
                .contains("w-1");
        assertNoIncident();
    }

    @Test
    void aRecordedEventFromTheFutureDoesNotStopTheBaseline() {
        bed.nodes.annotate("w-1", RecordedVm.SEEN, "2000000000 2031-01-01T00:00:00Z");
        bed.destroy("w-1");
        bed.restart();
        bed.pass(SHORT);

        var newest = new EventPosition(300, LifecycleTestBed.NOON.plusSeconds(60));
        bed.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
        bed.pass(Duration.ofMinutes(2));

        assertThat(bed.lifecycleState().baselines()).isEqualTo(Map.of(LifecycleTestBed.VCENTER, newest));
    }

    @Test
    void whatTheProcessSawPrecedesARecordedEventFromTheFuture() {
        bed.nodes.annotate("w-1", RecordedVm.SEEN, "2000000000 2031-01-01T00:00:00Z");
        bed.reconcileAll();
        bed.destroy("w-1");

        bed.pass(SHORT);

        assertThat(bed.has("w-1")).isFalse();
        assertNoIncident();
    }

    /// The restore leads to a point after the baseline, which is recorded once a minute. VMs that came after that
    /// point may exist.
    @Test
    void aRestoreToAPointAfterTheBaselineKeepsTheNodesWhoseEventsAreLost() {
        bed.nodes.annotate(
                "w-1", RecordedVm.SEEN, new EventPosition(250, LifecycleTestBed.NOON.minusSeconds(10)).toString());
        bed.lose("w-1", LifecycleTestBed.restored(new EventPosition(220, LifecycleTestBed.NOON)));
        bed.silence("w-1");
        bed.destroy("w-2");
        bed.restart();

        bed.pass(LONG);

        assertThat(bed.has("w-1")).isTrue();
        assertThat(bed.has("w-2")).isFalse();
        assertThat(bed.events("RecordedEventMissing")).hasSize(1);
    }

    /// For example, the newest event of a restored vCenter passed the baseline before the controller read it.
    @Test
    void aPersonMayAcknowledgeARestoreThatOnlyARecordShows() {
        bed.nodes.annotate(
                "w-1", RecordedVm.SEEN, new EventPosition(190, LifecycleTestBed.NOON.minusSeconds(90)).toString());
        bed.lose("w-1", LyingRecordsTest::lackingTheRecordedEvent);
        bed.silence("w-1");
        bed.restart();
        bed.pass(LONG);
        assertThat(bed.has("w-1")).isTrue();
        assertNoIncident();

        bed.lease.acknowledge(ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER));
        bed.pass(Duration.ofMinutes(12));

        assertThat(bed.has("w-1")).isFalse();
        assertThat(bed.lifecycleState().acknowledged()).isEmpty();
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
    void aRestoreToAPointBeforeTheBaselineIsDetectedWhateverTheRecordsSay() {
        var newest = new EventPosition(90, LifecycleTestBed.NOON.plusSeconds(30));
        bed.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
        bed.nodes.annotate("w-1", RecordedVm.SEEN, "1 2001-01-01T00:00:00Z");
        bed.lose("w-1", LifecycleTestBed.restored(newest));
        bed.silence("w-1");
        bed.restart();

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("VcenterRestored")).hasSize(1);
    }

    // vCenters

    @Test
    void anUnknownVcenterInARecordKeepsOnlyItsNode() {
        bed.nodes.annotate("w-1", RecordedVm.VCENTER, RANDOM);
        bed.lose(
                "w-1",
                question -> new OwnerVcenterResult.NotHere(
                        question.vm().ref().vcenter(), Map.of("vc-a", LifecycleTestBed.VCENTER)));
        bed.silence("w-1");
        bed.destroy("w-2");
        bed.restart();

        bed.pass(LONG);

        assertThat(bed.has("w-1")).isTrue();
        assertThat(bed.has("w-2")).isFalse();
        assertThat(bed.events("RecordedVcenterUnknown"))
                .singleElement()
                .asString()
                .contains("w-1", RANDOM);
        assertNoIncident();
    }

    @Test
    void aVcenterThatThisProcessSawWithoutItsEventsIsKnown() {
        bed.existenceChecker.marks.put(
                "vc-b", new VcenterEventPosition(LifecycleTestBed.OTHER_VCENTER, Optional.empty(), List.of()));
        bed.reconcileAll();
        bed.existenceChecker.marks.remove("vc-b");
        addNodeWithFalseRecord("w-11", "w-11", Map.of(RecordedVm.VCENTER, LifecycleTestBed.OTHER_VCENTER.toString()));
        bed.lose(
                "w-11",
                _ -> new OwnerVcenterResult.NotHere(
                        LifecycleTestBed.OTHER_VCENTER, Map.of("vc-a", LifecycleTestBed.VCENTER)));
        bed.silence("w-11");

        bed.pass(SHORT);

        assertThat(bed.events("VcenterReplaced")).hasSize(1);
    }

    // Hosts

    /// Only w-8 to w-10 are on host 2.
    @Test
    void aFalseRecordCannotHideThatAHostIsGone() {
        addNodeWithFalseRecord(
                "w-99", "w-99", Map.of(RecordedVm.HOME, "Folder:group-v1 ResourcePool:resgroup-1 HostSystem:host-2"));
        bed.instances.setLookup(
                "w-99", new VmLookup.Ambiguous(List.of(LifecycleTestBed.vm("w-1"), LifecycleTestBed.vm("w-2"))));
        List.of("w-8", "w-9", "w-10").forEach(bed::unregister);

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("MassDisappearance")).isNotEmpty();
    }

    @Test
    void aRecordCopiedFromAnotherNodeIsNotASecondLoss() {
        // It is the only Node on its host.
        bed.add("w-12");
        bed.reconcileAll();
        addNodeWithFalseRecord("w-99", "w-12", Map.of());
        bed.instances.setLookup("w-99", new VmLookup.Missing(List.of("vc-a")));
        bed.unregister("w-12");

        bed.pass(LONG);

        assertThat(bed.has("w-12")).isFalse();
        assertNoIncident();
    }

    @Test
    void aCopiedRecordIsNotASecondLossAfterARestart() {
        // It is the only Node on its host.
        bed.add("w-12");
        addNodeWithFalseRecord("w-99", "w-12", Map.of());
        bed.unregister("w-12");
        bed.restart();

        bed.pass(LONG);

        assertThat(bed.has("w-12")).isFalse();
        assertNoIncident();
    }

    /// For example, the Node reports the system UUID of another Node's VM.
    @Test
    void aNodeWithTheUuidOfAnotherIsNotASecondLoss() {
        String impostor = "w-98";
        // It is the only Node on its host.
        bed.add("w-12");
        bed.nodes.add(
                impostor,
                "vsphere://" + LifecycleTestBed.uuid("w-12"),
                LifecycleTestBed.uuid("w-12"),
                false,
                List.of());
        bed.nodes.report(impostor, LifecycleTestBed.READY);
        bed.instances.setLookup(impostor, new VmLookup.Found(LifecycleTestBed.vm("w-12")));
        bed.reconcileAll();
        bed.reconcileAll();
        bed.unregister("w-12");
        bed.instances.setLookup(impostor, new VmLookup.Missing(List.of("vc-a")));

        bed.pass(LONG);

        assertThat(bed.has("w-12")).isFalse();
        assertNoIncident();
    }

    @Test
    void afterARestartTheRecordsShowThatAHostIsGone() {
        List.of("w-8", "w-9", "w-10").forEach(bed::unregister);
        bed.restart();

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("MassDisappearance")).isNotEmpty();
    }

    /// Adds a Node whose VM was never seen, with the record of another Node except for these values.
    private void addNodeWithFalseRecord(String node, String recordOf, Map<String, String> lies) {
        bed.nodes.add(node, "vsphere://" + LifecycleTestBed.uuid(node), LifecycleTestBed.uuid(node), false, List.of());
        Vm vm = LifecycleTestBed.vm(recordOf);
        RecordedVm.of(vm).annotations().forEach((key, value) -> bed.nodes.annotate(node, key, value));
        lies.forEach((key, value) -> bed.nodes.annotate(node, key, value));
        bed.instances.setLookup(node, new VmLookup.Missing(List.of("vc-a")));
        bed.nodes.report(node, LifecycleTestBed.READY);
    }

    private void assertNoIncident() {
        assertThat(bed.events("VcenterRestored")).isEmpty();
        assertThat(bed.events("VcenterReplaced")).isEmpty();
        assertThat(bed.events("MassDisappearance")).isEmpty();
        assertThat(bed.lifecycleState().breaker().open()).isEmpty();
    }
}
