package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.VmPresence;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.AbsenceHistory;
import dev.vspherecloud.domain.existence.AbsenceResult;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.existence.Observation;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeStateTest {
    private static final Vm VM = LifecycleTestBed.vm("w-1");
    private static final Vm OTHER = LifecycleTestBed.vm("w-2");
    private static final Vm THIRD = LifecycleTestBed.vm("w-3");
    private static final VmLookup MISSING = new VmLookup.Missing(List.of("vc-a"));
    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final VmLookup.Silence SILENCE = new VmLookup.Silence("vc-a", "no permission");
    private static final OwnerVcenterResult GONE = new OwnerVcenterResult.NoSuchObject(
            "vc-a", List.of(), Optional.of(LifecycleTestBed.NEWEST), Map.of(), Optional.empty());
    private static final AbsenceResult ABSENT = new AbsenceResult.Absent("vc-a", Optional.empty());
    private static final AbsenceResult DESTROYED =
            new AbsenceResult.Absent("vc-a", Optional.of(new Destruction(LifecycleTestBed.NEWEST, "task-1")));
    private static final AbsenceResult UNCLEAR =
            new AbsenceResult.Inconclusive(new Reason(VsphereReason.VCENTER_SILENT, "vc-a does not answer"));

    private final LifecycleTestBed stage = new LifecycleTestBed();
    private final NodeView node = stage.add("w-1");
    private final NodeState memory = new NodeState(node.meta().uid());

    /// The event may have been read after the VM in it was destroyed.
    @Test
    void theMarkOfTheRecordCountsBeforeOneThatWasReadLater() {
        memory.onVmFound(seenAt(later(50, Duration.ofMinutes(5))));

        assertThat(memory.vm(node).flatMap(RecordedVm::seenAt)).contains(LifecycleTestBed.SEEN);
    }

    @Test
    void aRecordWhoseEventVcenterMayHaveDroppedDoesNot() {
        EventPosition own = later(50, Duration.ofDays(8));
        memory.onVmFound(seenAt(own));

        assertThat(memory.vm(node).flatMap(RecordedVm::seenAt)).contains(own);
    }

    @Test
    void aRecordOfAnotherHistoryDoesNot() {
        EventPosition own = later(-50, Duration.ofMinutes(5));
        memory.onVmFound(seenAt(own));

        assertThat(memory.vm(node).flatMap(RecordedVm::seenAt)).contains(own);
    }

    @Test
    void parentsAndMarkThatVcenterDoesNotShowAnyMoreStayKnown() {
        memory.onVmFound(VM);

        memory.onVmFound(bare(VM));

        assertThat(memory.lastSeen()).contains(RecordedVm.of(VM));
    }

    @Test
    void parentsAndMarkOfTheVmBeforeAreNotThoseOfAnother() {
        memory.onVmFound(VM);

        memory.onVmFound(bare(OTHER));

        assertThat(memory.lastSeen()).contains(RecordedVm.of(bare(OTHER)));
    }

    @Test
    void onlyAMarkThatVcenterShowedWasRead() {
        memory.onVmFound(VM);
        assertThat(memory.isPositionKnown(VM.seenAt())).isTrue();
        assertThat(memory.isPositionKnown(Optional.of(LifecycleTestBed.NEWEST))).isFalse();

        var withoutMark = new NodeState("uid");
        withoutMark.onVmFound(bare(VM));
        assertThat(withoutMark.isPositionKnown(Optional.empty())).isFalse();
    }

    @Test
    void aNodeThatMovedToAnotherMachineHasNoVmUntilThatIsSeen() {
        memory.onVmFound(VM);

        assertThat(memory.vm(withoutProviderId("w-1"))).contains(RecordedVm.of(VM));
        assertThat(memory.vm(withoutProviderId("w-2"))).isEmpty();
    }

    @Test
    void aNodeThatSomebodyRemovesCountsAsLeavingAndNotAsMissing() {
        NodeView deleting =
                stage.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, false, true, false));
        NodeView leaving =
                stage.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, false, false, true));

        assertThat(memory.vmPresence(deleting, MISSING, 10)).isEqualTo(new VmPresence.Leaving());
        assertThat(memory.vmPresence(leaving, MISSING, 10)).isEqualTo(new VmPresence.Leaving());
    }

    @Test
    void aNodeWhoseVmWasDestroyedCountsAsLeavingUntilTheVmShowsAgain() {
        memory.observe(observation(DESTROYED), TIMEOUT);
        assertThat(memory.vmPresence(node, MISSING, 10)).isEqualTo(new VmPresence.Leaving());

        memory.onVmFound(VM);
        assertThat(memory.vmPresence(node, MISSING, 20)).isEqualTo(new VmPresence.Missing(20));
    }

    @ParameterizedTest
    @MethodSource
    void aVmOfAnyKindThatShowsEndsTheTimeForWhichItIsMissing(VmLookup shown) {
        assertThat(memory.vmPresence(node, MISSING, 10)).isEqualTo(new VmPresence.Missing(10));

        assertThat(memory.vmPresence(node, shown, 20)).isEqualTo(new VmPresence.Present());

        assertThat(memory.vmPresence(node, MISSING, 30)).isEqualTo(new VmPresence.Missing(30));
    }

    static Stream<VmLookup> aVmOfAnyKindThatShowsEndsTheTimeForWhichItIsMissing() {
        SystemUuid own = VM.identity().biosUuid();
        SystemUuid reported = OTHER.identity().biosUuid();
        return Stream.of(
                new VmLookup.Found(VM),
                new VmLookup.Ambiguous(List.of(VM, OTHER)),
                new VmLookup.Conflict(own, List.of(), reported, List.of(OTHER)),
                new VmLookup.Elsewhere(VM, "dc-2"),
                new VmLookup.Placeholder(VM),
                new VmLookup.Template(VM),
                new VmLookup.Unreadable(new VmCandidate.Unreadable(
                        "vc-a", VM.name(), VM.identity().ref(), VM.connection())));
    }

    @Test
    void aSilentVcenterDoesNotEndTheTimeForWhichTheVmIsMissing() {
        assertThat(memory.vmPresence(node, MISSING, 10)).isEqualTo(new VmPresence.Missing(10));

        assertThat(memory.vmPresence(node, new VmLookup.Unknown(List.of(SILENCE)), 20))
                .isEqualTo(new VmPresence.Unknown());
        assertThat(memory.vmPresence(node, new VmLookup.Pending(), 30)).isEqualTo(new VmPresence.Unknown());

        assertThat(memory.vmPresence(node, MISSING, 40)).isEqualTo(new VmPresence.Missing(10));
    }

    @Test
    void anotherVmInThePlaceOfTheNodesIsNewsOnce() {
        assertThat(memory.onOtherVmGone()).isFalse();
        assertThat(memory.onOtherVmFound(OTHER)).isTrue();
        assertThat(memory.onOtherVmFound(OTHER)).isFalse();
        assertThat(memory.onOtherVmFound(THIRD)).isTrue();

        assertThat(memory.onOtherVmGone()).isTrue();
        assertThat(memory.onOtherVmGone()).isFalse();
    }

    @Test
    void theVmIsAbsentForAsLongAsReportsFollowEachOtherInTime() {
        memory.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        memory.onOtherVmFound(OTHER);
        assertThat(absentAt(5)).isEqualTo(TIMEOUT);
        assertThat(absentAt(9)).isEqualTo(TIMEOUT.multipliedBy(2));
    }

    @Test
    void aReportThatComesTooLateBeginsTheAbsenceAnew() {
        memory.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        long tooLate = minute(5) + 1;
        assertThat(memory.absent(report(tooLate, tooLate), TIMEOUT)).isZero();
    }

    @Test
    void aThirdVmBeginsTheAbsenceAnew() {
        memory.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        memory.onOtherVmFound(THIRD);

        assertThat(absentAt(2)).isZero();
    }

    @Test
    void anotherVmThatWasGoneMeanwhileBeginsTheAbsenceAnew() {
        memory.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        boolean _ = memory.onOtherVmGone();
        memory.onOtherVmFound(OTHER);

        assertThat(absentAt(2)).isZero();
    }

    @Test
    void whatWasFoundOutBeforeTheKubeletFellSilentCountsNoMore() {
        assertThat(memory.open(false, minute(1))).isTrue();
        memory.observe(observation(ABSENT), TIMEOUT);
        assertThat(memory.open(false, minute(2))).isFalse();
        assertThat(memory.absenceHistory()).isNotEqualTo(AbsenceHistory.EMPTY);

        assertThat(memory.open(true, minute(3))).isTrue();

        assertThat(memory.absenceHistory()).isEqualTo(AbsenceHistory.EMPTY);
    }

    @Test
    void theFirstAnswerIsExpectedForHalfAMinute() {
        assertThat(memory.awaitsFirstResult(minute(5))).isFalse();
        memory.open(true, minute(5));

        long end = minute(5) + Duration.ofSeconds(30).toNanos();
        assertThat(memory.awaitsFirstResult(end - 1)).isTrue();
        assertThat(memory.awaitsFirstResult(end)).isFalse();
    }

    @Test
    void noAnswerIsExpectedOnceThereIsOneToAQuestionAskedSince() {
        memory.open(true, minute(5));
        memory.onResult(report(minute(4), minute(5)), RecordedVm.of(VM));
        assertThat(memory.awaitsFirstResult(minute(5))).isTrue();

        memory.onResult(report(minute(5), minute(5)), RecordedVm.of(VM));

        assertThat(memory.awaitsFirstResult(minute(5))).isFalse();
    }

    @Test
    void anOldQuestionThatIsAnsweredLastTellsNothingNew() {
        memory.onResult(report(minute(2), minute(3)), RecordedVm.of(VM));

        assertThat(memory.isNewResult(report(minute(1), minute(4)))).isFalse();
        assertThat(memory.isNewResult(report(minute(2), minute(3)))).isFalse();
        assertThat(memory.isNewResult(report(minute(2), minute(4)))).isTrue();
        assertThat(memory.isNewResult(report(minute(3), minute(3)))).isTrue();
    }

    @Test
    void aReportCountsOnlyIfItIsAboutTheVmAndWasAskedSinceThatIsMissing() {
        ExistenceCheckResult report = report(minute(2), minute(3));
        assertThat(memory.onResult(report, RecordedVm.of(VM))).isFalse();

        memory.open(true, minute(2));

        assertThat(memory.onResult(report, RecordedVm.of(VM))).isTrue();
        assertThat(memory.onResult(report, RecordedVm.of(OTHER))).isFalse();
        assertThat(memory.onResult(report(minute(1), minute(3)), RecordedVm.of(VM)))
                .isFalse();
    }

    @Test
    void theVcentersThatDidNotAnswerAreBlamed() {
        memory.open(true, minute(1));

        take(
                new OwnerVcenterResult.Unanswered(SILENCE),
                new UuidSearchResult.Unanswered(LifecycleTestBed.SILENT_OTHER));
        assertThat(memory.silentVcenters())
                .contains(new VmLookup.Unknown(List.of(SILENCE, LifecycleTestBed.SILENT_OTHER)));

        take(GONE, new UuidSearchResult.Unanswered(LifecycleTestBed.SILENT_OTHER));
        assertThat(memory.silentVcenters()).contains(new VmLookup.Unknown(List.of(LifecycleTestBed.SILENT_OTHER)));

        take(new OwnerVcenterResult.Unanswered(SILENCE), new UuidSearchResult.Nothing("vc-b"));
        assertThat(memory.silentVcenters()).contains(new VmLookup.Unknown(List.of(SILENCE)));
    }

    @Test
    void noVcenterIsBlamedIfAllAnswered() {
        memory.open(true, minute(1));

        take(GONE, new UuidSearchResult.Nothing("vc-b"));

        assertThat(memory.silentVcenters()).isEmpty();
    }

    /// The previous interval may already have delayed the check.
    @Test
    void theAnswerAfterAFasterPaceMayComeAtTheSlowerOne() {
        Duration slow = Duration.ofMinutes(5);
        Duration fast = Duration.ofMinutes(1);

        assertThat(memory.slowerInterval(fast)).isEqualTo(fast);
        assertThat(memory.slowerInterval(slow)).isEqualTo(slow);
        assertThat(memory.slowerInterval(fast)).isEqualTo(slow);
        assertThat(memory.slowerInterval(fast)).isEqualTo(fast);
    }

    @Test
    void anAnswerThatProvesNothingIsNoneOfTheThreeGlances() {
        memory.precheck(ABSENT);
        memory.precheck(ABSENT);
        memory.precheck(UNCLEAR);
        assertThat(memory.isPrechecked()).isFalse();

        memory.precheck(ABSENT);
        assertThat(memory.isPrechecked()).isTrue();
    }

    @Test
    void oneGlanceIsEnoughIfTheVmWasDestroyed() {
        memory.precheck(DESTROYED);

        assertThat(memory.isPrechecked()).isTrue();
    }

    @Test
    void theKubeletSpokeIfTheHeartbeatIsAnotherThanThatOfTheNewestAnswer() {
        assertThat(memory.hasHeartbeatChanged(node)).isFalse();
        memory.observe(observation(ABSENT), TIMEOUT);
        assertThat(memory.hasHeartbeatChanged(node)).isFalse();

        NodeView later = stage.nodes.report("w-1", LifecycleTestBed.READY.at(LifecycleTestBed.NOON.plusSeconds(10)));

        assertThat(memory.hasHeartbeatChanged(later)).isTrue();
    }

    @Test
    void aDeletedNodeIsRemembered() {
        assertThat(memory.isDeleted()).isFalse();

        memory.delete();

        assertThat(memory.isDeleted()).isTrue();
    }

    private Duration absentAt(int minute) {
        return memory.absent(report(minute(minute), minute(minute)), TIMEOUT);
    }

    private void take(OwnerVcenterResult home, UuidSearchResult search) {
        memory.onResult(
                new ExistenceCheckResult(question(), minute(1), minute(1), home, List.of(search)), RecordedVm.of(VM));
    }

    private ExistenceCheckResult report(long asked, long answered) {
        return new ExistenceCheckResult(question(), asked, answered, GONE, List.of());
    }

    private ExistenceCheckRequest question() {
        return new ExistenceCheckRequest(
                new VmQuery(node.name(), Optional.empty(), Optional.empty(), Optional.empty()),
                RecordedVm.of(VM),
                Optional.empty(),
                false,
                false,
                List.of());
    }

    private Observation observation(AbsenceResult absence) {
        return new Observation(
                minute(1),
                minute(1),
                absence,
                new Heartbeat.None(),
                node.health().heartbeat());
    }

    private static NodeView withoutProviderId(String machine) {
        return new FakeNodes().addTainted("w-1", LifecycleTestBed.uuid(machine));
    }

    private static long minute(int minute) {
        return Duration.ofMinutes(minute).toNanos();
    }

    private static EventPosition later(long events, Duration time) {
        return new EventPosition(
                LifecycleTestBed.SEEN.key() + events,
                LifecycleTestBed.SEEN.time().plus(time));
    }

    private static Vm seenAt(EventPosition mark) {
        return with(VM, VM.placement(), Optional.of(mark));
    }

    /// Returns the VM as vCenter shows it while neither its parents nor events can be read.
    private static Vm bare(Vm vm) {
        return with(vm, new Placement(List.of(), List.of(), List.of(), List.of()), Optional.empty());
    }

    private static Vm with(Vm vm, Placement placement, Optional<EventPosition> mark) {
        return new Vm(
                vm.vcenter(),
                vm.name(),
                vm.identity(),
                vm.role(),
                vm.connection(),
                vm.power(),
                vm.guest(),
                vm.hardware(),
                placement,
                mark);
    }
}
