package dev.vspherecloud.csi.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.OperationRequest.Create;
import dev.vspherecloud.csi.domain.TaskSearchResult.FoundTask;
import dev.vspherecloud.csi.domain.attachment.DetachPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A create whose answer was lost is not sent again while it may run.
class LostCreatesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final OperationLimits LIMITS = OperationLimits.standard();
    private static final Create CREATE = new Create("pvc-1", "cluster-1", 1024, Set.of());
    private static final Create COPY = CREATE.from(new VolumeOrigin.OfSnapshot("vol-9", "s-1", 1024));

    /// When the record has been unchanged long enough.
    private static final Instant LATER = NOW.plus(LIMITS.intentPatience());

    private static OperationFacts facts(StoreCapabilities capabilities, OperationRequest request) {
        OperationAttempt lost = OperationAttempt.intent(NOW, "", "old");
        var record = new OperationRecord(request.recordName(), "", "", 0, 0, Optional.of(lost), List.of(lost));
        return OperationFacts.begin("call", NOW.plus(Duration.ofDays(2)), capabilities)
                .onRecord(new RecordState.Present(record, "1"), NOW);
    }

    private static OperationFacts facts() {
        return facts(StoreCapabilities.VCENTER, CREATE);
    }

    private static OperationFacts without(OperationFacts facts) {
        return facts.onVolumes(new VolumesResult.Found(List.of()));
    }

    private static OperationFacts listed(FoundTask... tasks) {
        return without(facts().onTaskSearch(new TaskSearchResult.Listed(List.of(tasks))));
    }

    private static OperationStep at(Instant now, OperationRequest request, OperationFacts facts) {
        boolean isCopy = request instanceof Create create && create.isCopy();
        return OperationPolicy.next(request, facts, isCopy ? LIMITS.forCopies() : LIMITS, "", now, now);
    }

    @Test
    void theTasksAreSearchedBeforeASecondAttempt() {
        assertThat(at(LATER, CREATE, without(facts())))
                .isEqualTo(new OperationStep.SearchTasks(NOW, NOW.plus(CallTimes.untilReceived(LIMITS.sendWindow()))));
        assertThat(at(LATER, CREATE, listed())).isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void whileATaskRunsThatNoRecordNamesNothingIsSent() {
        OperationFacts facts = listed(new FoundTask("task-9", ""));

        for (Duration time : List.of(Duration.ZERO, Duration.ofMinutes(10), Duration.ofHours(5))) {
            assertThat(at(LATER.plus(time), CREATE, facts)).isInstanceOf(OperationStep.Pause.class);
        }
        assertThat(at(NOW.plus(LIMITS.attemptLifetime()), CREATE, facts))
                .as("the wait has a bound")
                .isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void theCallSaysForWhichTaskItWaits() {
        OperationAttempt lost = OperationAttempt.intent(NOW, "", "old");
        OperationFacts soonOver = OperationFacts.begin("call", LATER.plusSeconds(3), StoreCapabilities.VCENTER)
                .onRecord(
                        new RecordState.Present(
                                new OperationRecord("pvc-1", "", "", 0, 0, Optional.of(lost), List.of(lost)), "1"),
                        NOW)
                .onTaskSearch(new TaskSearchResult.Listed(List.of(new FoundTask("task-9", ""))));

        assertThat(at(LATER, CREATE, without(soonOver))).isInstanceOfSatisfying(OperationStep.Fail.class, fail -> {
            assertThat(fail.code()).isEqualTo(OperationCode.DEADLINE_EXCEEDED);
            assertThat(fail.message()).contains("task-9");
        });
    }

    @Test
    void aTokenThatIsTheOperationIdProvesItAndAnyOtherProvesNothing() {
        assertThat(at(LATER, CREATE, listed(new FoundTask("task-8", "9674c475"), new FoundTask("task-9", "old"))))
                .isInstanceOfSatisfying(OperationStep.WriteRecord.class, write -> assertThat(
                                write.record().newest())
                        .map(OperationAttempt::taskId)
                        .contains("task-9"));
        assertThat(at(LATER, CREATE, listed(new FoundTask("task-8", "9674c475"))))
                .isInstanceOf(OperationStep.Pause.class);
    }

    @Test
    void whereTasksCannotBeSearchedThePatienceIsLonger() {
        OperationFacts refused = without(facts().onTaskSearch(new TaskSearchResult.NotPossible("no permission")));
        OperationFacts unable = without(facts(new StoreCapabilities(false), CREATE));

        for (OperationFacts each : List.of(refused, unable)) {
            assertThat(at(LATER, CREATE, each)).isInstanceOf(OperationStep.Pause.class);
            assertThat(at(NOW.plus(LIMITS.vanishedPatience()), CREATE, each))
                    .isInstanceOf(OperationStep.WriteRecord.class);
        }
        assertThat(at(LATER, CREATE, without(facts().onTaskSearch(new TaskSearchResult.Unanswered()))))
                .isInstanceOfSatisfying(OperationStep.Fail.class, fail -> assertThat(fail.code())
                        .isEqualTo(OperationCode.UNAVAILABLE));
    }

    @Test
    void aCopyWithoutATaskCountsAsRunningForHoursUnlessVcenterShowsThatNoneRuns() {
        OperationFacts facts = facts(StoreCapabilities.VCENTER, COPY);
        OperationFacts unknown = without(facts.onTaskSearch(new TaskSearchResult.NotPossible("no permission")));
        OperationFacts none = without(facts.onTaskSearch(new TaskSearchResult.Listed(List.of())));

        assertThat(at(NOW.plus(Duration.ofHours(11)), COPY, unknown)).isInstanceOf(OperationStep.Pause.class);
        assertThat(at(NOW.plus(Duration.ofHours(12)), COPY, unknown)).isInstanceOf(OperationStep.WriteRecord.class);
        assertThat(at(LATER, COPY, none)).isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void aThirdCopyIsNotSentWhileTheEndsOfTwoAreUnknown() {
        List<OperationAttempt> lost = List.of(
                OperationAttempt.intent(NOW, "", "first").abandoned(), OperationAttempt.intent(NOW, "", "second"));
        OperationFacts facts = OperationFacts.begin("call", NOW.plus(Duration.ofDays(2)), StoreCapabilities.VCENTER)
                .onRecord(
                        new RecordState.Present(
                                new OperationRecord("pvc-1", "", "", 0, 0, Optional.of(lost.getFirst()), lost), "1"),
                        NOW)
                .onTaskSearch(new TaskSearchResult.Listed(List.of()));

        assertThat(at(LATER, COPY, without(facts)))
                .isInstanceOfSatisfying(OperationStep.Fail.class, fail -> assertThat(fail.code())
                        .isEqualTo(OperationCode.UNAVAILABLE));
        assertThat(at(NOW.plus(Duration.ofHours(24)), COPY, without(facts)))
                .isInstanceOf(OperationStep.WriteRecord.class);
    }

    /// The clock of this host is corrected by 15 s. The record of another process is as young as before.
    @Test
    void aCorrectionOfTheClockAbandonsNothing() {
        Instant before = LATER.minusSeconds(10);

        assertThat(OperationPolicy.next(CREATE, listed(), LIMITS, "", before, before.plusSeconds(15)))
                .isEqualTo(new OperationStep.Pause(before.plus(LIMITS.poll())));
    }

    @Test
    void aDeleteAndAnExpandAreSentAgainWithoutASearch() {
        var volume = new ObservedVolume("vol-1", "pvc-1", 1024, "ds:///a/", Set.of("cluster-1"), false, false);
        for (OperationRequest request : List.of(
                new OperationRequest.Delete("vol-1", "cluster-1", DeletionCause.REQUESTED),
                new OperationRequest.Expand("vol-1", 2048))) {
            assertThat(at(
                            LATER,
                            request,
                            facts(StoreCapabilities.VCENTER, request)
                                    .onVolumes(new VolumesResult.Found(List.of(volume)))))
                    .isInstanceOf(OperationStep.WriteRecord.class);
        }
    }

    @Test
    void thePatienceIsTheSumOfItsParts() {
        Duration received = CallTimes.LONGEST_CALL.plus(CallTimes.LATEST_ARRIVAL);
        assertThat(LIMITS.intentPatience())
                .isGreaterThanOrEqualTo(LIMITS.sendWindow().plus(received).plus(CallTimes.LATEST_LISTING));
        assertThat(DetachPolicy.ACCEPT_WINDOW)
                .isGreaterThanOrEqualTo(
                        CallTimes.ATTACH_SEND_WINDOW.plus(received).plus(CallTimes.CLOCK_DIFFERENCE));
        assertThat(LIMITS.forCopies().intentPatience()).isEqualTo(LIMITS.intentPatience());
    }

    @Test
    void theChosenIdIsTheUidOfTheClaim() {
        assertThat(new Create("pvc-6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11", "c", 1, Set.of()).chosenId())
                .contains("6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11");
        for (String other : List.of("pvc-1", "data-6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11", "pvc-6ee2b7d5-x")) {
            assertThat(new Create(other, "c", 1, Set.of()).chosenId()).isEmpty();
        }
    }
}
