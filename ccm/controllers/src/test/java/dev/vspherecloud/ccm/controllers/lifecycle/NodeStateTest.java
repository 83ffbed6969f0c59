package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.VmPresence;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
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

    private final LifecycleTestBed bed = new LifecycleTestBed();
    private final NodeView node = bed.add("w-1");
    private final NodeState state = new NodeState(node.meta().uid());

    /// The event may have been read after the VM in it was destroyed.
    @Test
    void theRecordedEventPrecedesOneThatWasReadLater() {
        state.onVmFound(seenAt(later(50, Duration.ofMinutes(5))));

        assertThat(state.vm(node).flatMap(RecordedVm::seenAt)).contains(LifecycleTestBed.SEEN);
    }

    @Test
    void aRecordedEventThatVcenterMayHaveDroppedIsNotUsed() {
        EventPosition own = later(50, Duration.ofDays(8));
        state.onVmFound(seenAt(own));

        assertThat(state.vm(node).flatMap(RecordedVm::seenAt)).contains(own);
    }

    @Test
    void aRecordedEventOfAnotherHistoryIsNotUsed() {
        EventPosition own = later(-50, Duration.ofMinutes(5));
        state.onVmFound(seenAt(own));

        assertThat(state.vm(node).flatMap(RecordedVm::seenAt)).contains(own);
    }

    @Test
    void parentsAndEventThatVcenterDoesNotShowAnyMoreStayKnown() {
        state.onVmFound(VM);

        state.onVmFound(bare(VM));

        assertThat(state.lastSeen()).contains(RecordedVm.of(VM));
    }

    @Test
    void parentsAndEventOfThePreviousVmAreNotUsedForAnother() {
        state.onVmFound(VM);

        state.onVmFound(bare(OTHER));

        assertThat(state.lastSeen()).contains(RecordedVm.of(bare(OTHER)));
    }

    @Test
    void onlyAnEventThatVcenterShowedIsKnown() {
        state.onVmFound(VM);
        assertThat(state.isPositionKnown(VM.seenAt())).isTrue();
        assertThat(state.isPositionKnown(Optional.of(LifecycleTestBed.NEWEST))).isFalse();

        var withoutMark = new NodeState("uid");
        withoutMark.onVmFound(bare(VM));
        assertThat(withoutMark.isPositionKnown(Optional.empty())).isFalse();
    }

    @Test
    void aNodeThatMovedToAnotherMachineHasNoVmUntilThatIsSeen() {
        state.onVmFound(VM);

        assertThat(state.vm(withoutProviderId("w-1"))).contains(RecordedVm.of(VM));
        assertThat(state.vm(withoutProviderId("w-2"))).isEmpty();
    }

    @Test
    void aNodeThatIsBeingRemovedCountsAsLeavingAndNotAsMissing() {
        NodeView deleting =
                bed.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, false, true, false));
        NodeView leaving =
                bed.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, false, false, true));

        assertThat(state.vmPresence(deleting, MISSING, 10)).isEqualTo(new VmPresence.Leaving());
        assertThat(state.vmPresence(leaving, MISSING, 10)).isEqualTo(new VmPresence.Leaving());
    }

    @Test
    void aNodeWhoseVmWasDestroyedCountsAsLeavingUntilTheVmShowsAgain() {
        state.observe(observation(DESTROYED), TIMEOUT);
        assertThat(state.vmPresence(node, MISSING, 10)).isEqualTo(new VmPresence.Leaving());

        state.onVmFound(VM);
        assertThat(state.vmPresence(node, MISSING, 20)).isEqualTo(new VmPresence.Missing(20));
    }

    @ParameterizedTest
    @MethodSource
    void aVisibleVmOfAnyKindEndsTheTimeForWhichItIsMissing(VmLookup shown) {
        assertThat(state.vmPresence(node, MISSING, 10)).isEqualTo(new VmPresence.Missing(10));

        assertThat(state.vmPresence(node, shown, 20)).isEqualTo(new VmPresence.Present());

        assertThat(state.vmPresence(node, MISSING, 30)).isEqualTo(new VmPresence.Missing(30));
    }

    static Stream<VmLookup> aVisibleVmOfAnyKindEndsTheTimeForWhichItIsMissing() {
        SystemUuid own = VM.identity().biosUuid();
        SystemUuid reported = OTHER.identity().biosUuid();
        return Stream.of(
                new VmLookup.Found(VM),
                new VmLookup.Ambiguous(List.of(VM, OTHER)),
                new VmLookup.Conflict(own, List.of(), reported, List.of(OTHER)),
                new VmLookup.Elsewhere(VM, new OtherDatacenter("/dc-2", List.of(), "add it")),
                new VmLookup.Placeholder(VM),
                new VmLookup.Template(VM),
                new VmLookup.Unreadable(new VmCandidate.Unreadable(
                        "vc-a", VM.name(), VM.identity().ref(), VM.connection())));
    }

    @Test
    void aSilentVcenterDoesNotEndTheTimeForWhichTheVmIsMissing() {
        assertThat(state.vmPresence(node, MISSING, 10)).isEqualTo(new VmPresence.Missing(10));

        assertThat(state.vmPresence(node, new VmLookup.Unknown(List.of(SILENCE)), 20))
                .isEqualTo(new VmPresence.Unknown());
        assertThat(state.vmPresence(node, new VmLookup.Pending(), 30)).isEqualTo(new VmPresence.Unknown());

        assertThat(state.vmPresence(node, MISSING, 40)).isEqualTo(new VmPresence.Missing(10));
    }

    @Test
    void anotherVmIsReportedAsNewOnce() {
        assertThat(state.onOtherVmGone()).isFalse();
        assertThat(state.onOtherVmFound(OTHER)).isTrue();
        assertThat(state.onOtherVmFound(OTHER)).isFalse();
        assertThat(state.onOtherVmFound(THIRD)).isTrue();

        assertThat(state.onOtherVmGone()).isTrue();
        assertThat(state.onOtherVmGone()).isFalse();
    }

    @Test
    void theAbsenceLastsWhileResultsFollowEachOtherInTime() {
        state.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        state.onOtherVmFound(OTHER);
        assertThat(absentAt(5)).isEqualTo(TIMEOUT);
        assertThat(absentAt(9)).isEqualTo(TIMEOUT.multipliedBy(2));
    }

    @Test
    void aResultThatIsTooLateRestartsTheAbsence() {
        state.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        long tooLate = minute(5) + 1;
        assertThat(state.absent(report(tooLate, tooLate), TIMEOUT)).isZero();
    }

    @Test
    void aThirdVmRestartsTheAbsence() {
        state.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        state.onOtherVmFound(THIRD);

        assertThat(absentAt(2)).isZero();
    }

    @Test
    void anotherVmThatWasGoneMeanwhileRestartsTheAbsence() {
        state.onOtherVmFound(OTHER);
        assertThat(absentAt(1)).isZero();

        boolean _ = state.onOtherVmGone();
        state.onOtherVmFound(OTHER);

        assertThat(absentAt(2)).isZero();
    }

    @Test
    void resultsFromBeforeTheKubeletFellSilentAreDiscarded() {
        assertThat(state.open(false, minute(1))).isTrue();
        state.observe(observation(ABSENT), TIMEOUT);
        assertThat(state.open(false, minute(2))).isFalse();
        assertThat(state.absenceHistory()).isNotEqualTo(AbsenceHistory.EMPTY);

        assertThat(state.open(true, minute(3))).isTrue();

        assertThat(state.absenceHistory()).isEqualTo(AbsenceHistory.EMPTY);
    }

    @Test
    void theFirstResultIsExpectedForHalfAMinute() {
        assertThat(state.awaitsFirstResult(minute(5))).isFalse();
        state.open(true, minute(5));

        long end = minute(5) + Duration.ofSeconds(30).toNanos();
        assertThat(state.awaitsFirstResult(end - 1)).isTrue();
        assertThat(state.awaitsFirstResult(end)).isFalse();
    }

    @Test
    void noResultIsExpectedAfterTheResultOfANewCheck() {
        state.open(true, minute(5));
        state.onResult(report(minute(4), minute(5)), RecordedVm.of(VM));
        assertThat(state.awaitsFirstResult(minute(5))).isTrue();

        state.onResult(report(minute(5), minute(5)), RecordedVm.of(VM));

        assertThat(state.awaitsFirstResult(minute(5))).isFalse();
    }

    @Test
    void aLateResultOfAnOldCheckIsNotNew() {
        state.onResult(report(minute(2), minute(3)), RecordedVm.of(VM));

        assertThat(state.isNewResult(report(minute(1), minute(4)))).isFalse();
        assertThat(state.isNewResult(report(minute(2), minute(3)))).isFalse();
        assertThat(state.isNewResult(report(minute(2), minute(4)))).isTrue();
        assertThat(state.isNewResult(report(minute(3), minute(3)))).isTrue();
    }

    @Test
    void aResultCountsOnlyForTheSameVmAndAfterItIsMissing() {
        ExistenceCheckResult report = report(minute(2), minute(3));
        assertThat(state.onResult(report, RecordedVm.of(VM))).isFalse();

        state.open(true, minute(2));

        assertThat(state.onResult(report, RecordedVm.of(VM))).isTrue();
        assertThat(state.onResult(report, RecordedVm.of(OTHER))).isFalse();
        assertThat(state.onResult(report(minute(1), minute(3)), RecordedVm.of(VM)))
                .isFalse();
    }

    @Test
    void theVcentersThatDidNotAnswerAreReported() {
        state.open(true, minute(1));

        take(
                new OwnerVcenterResult.Unanswered(SILENCE),
                new UuidSearchResult.Unanswered(LifecycleTestBed.SILENT_OTHER));
        assertThat(state.silentVcenters())
                .contains(new VmLookup.Unknown(List.of(SILENCE, LifecycleTestBed.SILENT_OTHER)));

        take(GONE, new UuidSearchResult.Unanswered(LifecycleTestBed.SILENT_OTHER));
        assertThat(state.silentVcenters()).contains(new VmLookup.Unknown(List.of(LifecycleTestBed.SILENT_OTHER)));

        take(new OwnerVcenterResult.Unanswered(SILENCE), new UuidSearchResult.Nothing("vc-b"));
        assertThat(state.silentVcenters()).contains(new VmLookup.Unknown(List.of(SILENCE)));
    }

    @Test
    void noVcenterIsReportedIfAllAnswered() {
        state.open(true, minute(1));

        take(GONE, new UuidSearchResult.Nothing("vc-b"));

        assertThat(state.silentVcenters()).isEmpty();
    }

    /// The previous interval may already have delayed the check.
    @Test
    void theFirstResultAfterAShorterIntervalMayTakeTheLongerOne() {
        Duration slow = Duration.ofMinutes(5);
        Duration fast = Duration.ofMinutes(1);

        assertThat(state.slowerInterval(fast)).isEqualTo(fast);
        assertThat(state.slowerInterval(slow)).isEqualTo(slow);
        assertThat(state.slowerInterval(fast)).isEqualTo(slow);
        assertThat(state.slowerInterval(fast)).isEqualTo(fast);
    }

    @Test
    void anInconclusiveResultIsNoneOfTheThreePrechecks() {
        state.precheck(ABSENT);
        state.precheck(ABSENT);
        state.precheck(UNCLEAR);
        assertThat(state.isPrechecked()).isFalse();

        state.precheck(ABSENT);
        assertThat(state.isPrechecked()).isTrue();
    }

    @Test
    void onePrecheckIsEnoughIfTheVmWasDestroyed() {
        state.precheck(DESTROYED);

        assertThat(state.isPrechecked()).isTrue();
    }

    @Test
    void theHeartbeatChangedIfItDiffersFromTheOneOfTheNewestResult() {
        assertThat(state.hasHeartbeatChanged(node)).isFalse();
        state.observe(observation(ABSENT), TIMEOUT);
        assertThat(state.hasHeartbeatChanged(node)).isFalse();

        NodeView later = bed.nodes.report("w-1", LifecycleTestBed.READY.at(LifecycleTestBed.NOON.plusSeconds(10)));

        assertThat(state.hasHeartbeatChanged(later)).isTrue();
    }

    @Test
    void aDeletedNodeIsRemembered() {
        assertThat(state.isDeleted()).isFalse();

        state.delete();

        assertThat(state.isDeleted()).isTrue();
    }

    private Duration absentAt(int minute) {
        return state.absent(report(minute(minute), minute(minute)), TIMEOUT);
    }

    private void take(OwnerVcenterResult home, UuidSearchResult search) {
        state.onResult(
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
