package dev.vspherecloud.csi.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.csi.domain.OperationRequest.Create;
import dev.vspherecloud.csi.domain.OperationRequest.Delete;
import dev.vspherecloud.csi.domain.OperationRequest.Expand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The scenarios of csi-production 14 that are about creating, deleting and expanding, by their numbers.
class ScenariosTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final OperationLimits LIMITS = OperationLimits.standard();
    private static final Create CREATE = new Create("pvc-1", "cluster-1", 1024, Set.of());

    @Test
    void scenario1AnIntentOfAnotherLeaderIsAbandonedOnlyAfterALook() {
        OperationFacts facts = begin().onRecord(present(intent("old")), NOW);
        assertThat(next(CREATE, facts)).isEqualTo(new OperationStep.AskVolumes());

        facts = facts.onVolumes(found());
        assertThat(next(CREATE, facts)).isInstanceOf(OperationStep.Pause.class);

        OperationFacts patient = begin().onRecord(present(intent("old")), NOW.minus(LIMITS.intentPatience()))
                .onVolumes(found());
        assertThat(next(CREATE, patient))
                .isEqualTo(new OperationStep.SearchTasks(NOW, NOW.plus(CallTimes.untilReceived(LIMITS.sendWindow()))));
        patient = patient.onTaskSearch(new TaskSearchResult.Listed(List.of()));
        assertThat(next(CREATE, patient))
                .as("a create that ended before the search shows its volume only now")
                .isEqualTo(new OperationStep.AskVolumes());
        patient = patient.onVolumes(found());
        OperationStep.WriteRecord write = (OperationStep.WriteRecord) next(CREATE, patient);
        assertThat(write.version()).contains("1");
        assertThat(write.record().latest())
                .extracting(OperationAttempt::opId, OperationAttempt::status)
                .containsExactly(
                        tuple("old", OperationStatus.Known.TRACKING_ABORTED),
                        tuple("call", OperationStatus.Known.IN_PROGRESS));
    }

    @Test
    void scenario1AVolumeThatAppearsLateIsDeleted() {
        OperationRecord record =
                begun(intent("old").abandoned()).with(running("call", "task-2")).done("vol-2", 1024);
        Instant later = NOW.plus(Duration.ofHours(1));

        assertThat(sweep(record, found(volume("vol-1"), volume("vol-2")), ClaimState.BOUND, later))
                .isEqualTo(new SweepDecision.DeleteDuplicates(Set.of("vol-1")));
        assertThat(sweep(record, found(volume("vol-2")), ClaimState.BOUND, later))
                .as("it may still appear")
                .isEqualTo(new SweepDecision.Keep());
        assertThat(sweep(record, found(volume("vol-2")), ClaimState.BOUND, NOW.plus(Duration.ofHours(25))))
                .isEqualTo(new SweepDecision.Forget());
        assertThat(sweep(record, found(volume("vol-1")), ClaimState.BOUND, later))
                .as("the recorded volume is not there, so nothing is certain")
                .isEqualTo(new SweepDecision.Keep());
    }

    /// After CNS has forgotten a volume and it is registered again, another cluster may write its entities first.
    @Test
    void scenario1AVolumeThatAppearsLateIsDeletedAlsoIfAnotherClusterUsesTheVolume() {
        OperationRecord record =
                begun(intent("old").abandoned()).with(running("call", "task-2")).done("vol-2", 1024);
        Instant later = NOW.plus(Duration.ofHours(1));

        assertThat(sweep(record, found(volume("vol-1"), shared("vol-2")), ClaimState.BOUND, later))
                .isEqualTo(new SweepDecision.DeleteDuplicates(Set.of("vol-1")));
        assertThat(sweep(record, found(shared("vol-1"), volume("vol-2")), ClaimState.BOUND, later))
                .as("another cluster uses the late one")
                .isEqualTo(new SweepDecision.Keep());
    }

    @Test
    void scenario2ARestoreThatOutlivesItsTaskIsNotStartedAgain() {
        OperationFacts facts = begin().onRecord(present(running("old", "task-1")), NOW)
                .onTasks(Map.of("task-1", new TaskResult.Vanished()))
                .onVolumes(found());
        OperationLimits copies = OperationLimits.standard().forCopies();

        assertThat(at(CREATE, facts, copies, "", NOW.plus(Duration.ofSeconds(30))))
                .isInstanceOf(OperationStep.Pause.class);
        assertThat(code(at(CREATE, facts, copies, "", NOW.plus(Duration.ofHours(11)))))
                .isEqualTo(OperationCode.DEADLINE_EXCEEDED);
        OperationFacts later = OperationFacts.begin("call", NOW.plus(Duration.ofHours(13)), StoreCapabilities.VCENTER)
                .onRecord(present(running("old", "task-1")), NOW)
                .onTasks(Map.of("task-1", new TaskResult.Vanished()))
                .onVolumes(found());
        assertThat(at(CREATE, later, copies, "", NOW.plus(Duration.ofHours(11))))
                .isInstanceOf(OperationStep.Pause.class);
        assertThat(at(CREATE, later, copies, "", NOW.plus(Duration.ofHours(12))))
                .isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void scenario3ACallThatWasStoppedDoesNotSend() {
        OperationFacts absent = begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found());
        var write = (OperationStep.WriteRecord) next(CREATE, absent);
        OperationFacts written = absent.onWritten(write, new WriteResult.Written("2"), NOW);

        assertThat(next(CREATE, written)).isEqualTo(new OperationStep.Send("call", true));
        Instant tooLate = NOW.plus(LIMITS.sendWindow()).plusMillis(1);
        var unsent = (OperationStep.WriteRecord) at(CREATE, written, LIMITS, "", tooLate);
        assertThat(unsent.record().newest().orElseThrow().isSettled())
                .as("no later call waits for it")
                .isTrue();
        assertThat(code(at(
                        CREATE, written.onWritten(unsent, new WriteResult.Written("3"), tooLate), LIMITS, "", tooLate)))
                .isEqualTo(OperationCode.ABORTED);
    }

    @Test
    void scenario3ACallStartsNothingAfterItsDeadline() {
        Instant late = NOW.plusSeconds(300);
        OperationRecord deleted = begun(running("old", "task-1")).done("vol-1", 1024);
        OperationFacts facts = begin().onRecord(present(deleted), NOW)
                .onDeletion(DeletionState.DONE)
                .onVolumes(found());

        assertThat(next(CREATE, facts)).isInstanceOf(OperationStep.WriteRecord.class);
        assertThat(code(at(CREATE, facts, LIMITS, "", late))).isEqualTo(OperationCode.DEADLINE_EXCEEDED);
        assertThat(code(at(
                        CREATE, begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found()), LIMITS, "", late)))
                .isEqualTo(OperationCode.DEADLINE_EXCEEDED);
    }

    @Test
    void scenario3ACallAdoptsNothingAfterItsDeadline() {
        Instant late = NOW.plusSeconds(300);
        OperationFacts absent = begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found(volume("vol-2")));
        OperationFacts deleted = begin().onRecord(
                        present(begun(running("old", "task-1")).done("vol-1", 1024)), NOW)
                .onDeletion(DeletionState.DONE)
                .onVolumes(found(volume("vol-2")));

        assertThat(code(at(CREATE, absent, LIMITS, "", late))).isEqualTo(OperationCode.DEADLINE_EXCEEDED);
        assertThat(code(at(CREATE, deleted, LIMITS, "", late))).isEqualTo(OperationCode.DEADLINE_EXCEEDED);
    }

    @Test
    void scenario3WhatIsKnownAboutADeletedVolumeDoesNotCountForTheNextOne() {
        OperationFacts facts = begin().onRecord(
                        present(begun(running("old", "task-1")).done("vol-1", 1024)), NOW)
                .onDeletion(DeletionState.DONE)
                .onVolumes(found(volume("vol-2")));
        var write = (OperationStep.WriteRecord) next(CREATE, facts);
        OperationFacts adopted = facts.onWritten(write, new WriteResult.Written("2"), NOW);

        assertThat(write.record().volumeId()).isEqualTo("vol-2");
        assertThat(next(CREATE, adopted)).isEqualTo(new OperationStep.ReadDeletion("vol-2"));
        assertThat(next(CREATE, adopted.onDeletion(DeletionState.RUNNING))).isEqualTo(new OperationStep.AskVolumes());
        assertThat(next(CREATE, adopted.onDeletion(DeletionState.NONE)))
                .isEqualTo(new OperationStep.Succeed("vol-2", 1024));
    }

    @Test
    void scenario3ADeleteThatWasBegunIsFinishedBeforeTheNextCreate() {
        OperationFacts facts = begin().onRecord(
                        present(begun(running("old", "task-1")).done("vol-1", 1024)), NOW)
                .onDeletion(DeletionState.RUNNING);

        assertThat(next(CREATE, facts)).isEqualTo(new OperationStep.AskVolumes());
        assertThat(next(CREATE, facts.onVolumes(found(volume("vol-1"))))).isEqualTo(new OperationStep.Remove("vol-1"));
        assertThat(next(CREATE, facts.onVolumes(found())))
                .as("the delete is recorded")
                .isEqualTo(new OperationStep.Remove("vol-1"));
        assertThat(code(next(CREATE, facts.onVolumes(found(inUse("vol-1"))))))
                .as("the provisioner repeats it")
                .isEqualTo(OperationCode.ABORTED);
    }

    @Test
    void scenario3AnOldCallThatFinishesDoesNotOverwriteTheNewLeader() {
        OperationFacts sent = begin().onRecord(present(intent("call")), NOW).onSent(new SendResult.Started("task-1"));
        var write = (OperationStep.WriteRecord) next(CREATE, sent);

        assertThat(write.record().newest().orElseThrow().taskId()).isEqualTo("task-1");
        assertThat(code(next(CREATE, sent.onWritten(write, new WriteResult.Conflict(), NOW))))
                .isEqualTo(OperationCode.ABORTED);
    }

    @Test
    void scenario4AForgottenCreateIsReported() {
        OperationRecord record = begun(running("old", "task-1"));
        Instant later = NOW.plus(Duration.ofHours(2));

        assertThat(sweep(record, new VolumesResult.NotAsked(), ClaimState.WAITING, later))
                .isEqualTo(new SweepDecision.Keep());
        assertThat(sweep(record, new VolumesResult.NotAsked(), ClaimState.GONE, later))
                .isEqualTo(new SweepDecision.AskVolumes());
        assertThat(sweep(record, found(volume("vol-1")), ClaimState.GONE, later))
                .isEqualTo(new SweepDecision.ReportOrphans(Set.of("vol-1")));
        assertThat(sweep(record, found(volume("vol-1")), ClaimState.GONE, NOW.plus(Duration.ofMinutes(30))))
                .as("younger than an hour")
                .isEqualTo(new SweepDecision.Keep());
    }

    @Test
    void scenario5AVolumeInTheOldZoneIsDeletedIfItIsUnused() {
        var elsewhere = new Create("pvc-1", "cluster-1", 1024, Set.of("ds:///b/"));
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW);

        assertThat(next(elsewhere, facts.onVolumes(found(volume("vol-1")))))
                .isEqualTo(new OperationStep.Remove("vol-1"));
        assertThat(code(next(elsewhere, facts.onVolumes(found(inUse("vol-1"))))))
                .isEqualTo(OperationCode.ALREADY_EXISTS);
    }

    @Test
    void scenario5TheCodeIsFinalOnlyIfNothingElseMayRun() {
        OperationAttempt failed = running("call", "task-2").failed("no space");
        Map<String, TaskResult> tasks =
                Map.of("task-2", new TaskResult.Failed(OperationCode.RESOURCE_EXHAUSTED, "no space"));

        OperationFacts alone =
                begin().onRecord(present(begun(failed)), NOW).onTasks(tasks).onVolumes(found());
        assertThat(code(next(CREATE, alone))).isEqualTo(OperationCode.RESOURCE_EXHAUSTED);

        OperationFacts second = begin().onRecord(
                        present(begun(intent("old").abandoned()).with(failed)), NOW)
                .onTasks(tasks)
                .onTaskSearch(new TaskSearchResult.Listed(List.of()))
                .onVolumes(found());
        assertThat(code(next(CREATE, second))).isEqualTo(OperationCode.ABORTED);
    }

    @Test
    void scenario15AnExpandThatCnsHasDoneIsRecorded() {
        var expand = new Expand("vol-1", 1024);
        OperationFacts facts = begin().onRecord(present(running("old", "task-1")), NOW)
                .onTasks(Map.of("task-1", new TaskResult.Vanished()))
                .onVolumes(found(volume("vol-1")));
        var write = (OperationStep.WriteRecord) next(expand, facts);

        assertThat(write.record().capacityMb()).isEqualTo(1024);
        assertThat(next(expand, facts.onWritten(write, new WriteResult.Written("2"), NOW)))
                .isEqualTo(new OperationStep.Succeed("vol-1", 1024));
        assertThat(next(
                        new Expand("vol-1", 512),
                        begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found(volume("vol-1")))))
                .as("an expand never shrinks")
                .isEqualTo(new OperationStep.Succeed("vol-1", 1024));
    }

    @Test
    void scenario18AVolumeWithoutRecordIsAdopted() {
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found(volume("vol-1")));
        var write = (OperationStep.WriteRecord) next(CREATE, facts);
        facts = facts.onWritten(write, new WriteResult.Written("2"), NOW);

        assertThat(write.record().volumeId()).isEqualTo("vol-1");
        assertThat(next(CREATE, facts)).isEqualTo(new OperationStep.ReadDeletion("vol-1"));
        assertThat(next(CREATE, facts.onDeletion(DeletionState.NONE)))
                .isEqualTo(new OperationStep.Succeed("vol-1", 1024));
    }

    @Test
    void scenario18TheDeleteOfAVolumeThatIsGoneSucceeds() {
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found());
        var delete = new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED);

        assertThat(next(delete, facts)).isEqualTo(new OperationStep.FindDisk("vol-1"));
        assertThat(next(delete, facts.onDisk(new DiskPresence.Absent())))
                .isEqualTo(new OperationStep.Succeed("vol-1", 0));
    }

    @Test
    void scenario18AVolumeThatIsGoneIsNotCreatedAgain() {
        OperationRecord ofGo = begun(running("old", "task-1")).done("vol-1", 0);
        OperationFacts facts = begin().onRecord(present(ofGo), NOW)
                .onDeletion(DeletionState.NONE)
                .onVolumes(found())
                .onDisk(new DiskPresence.Absent());

        OperationStep step = next(CREATE, facts);
        assertThat(code(step)).isEqualTo(OperationCode.UNAVAILABLE);
        assertThat(((OperationStep.Fail) step).message())
                .contains("volume vol-1, which CNS does not show", "kubectl delete cnsvolumeoperationrequest pvc-1");
    }

    @Test
    void scenario18ARestoredRecordOfAVolumeThatIsGoneIsForgotten() {
        OperationRecord record = begun(running("old", "task-1")).done("vol-1", 1024);
        Instant later = NOW.plus(Duration.ofHours(2));

        assertThat(sweep(record, found(), ClaimState.GONE, later)).isEqualTo(new SweepDecision.Forget());
        assertThat(sweep(record, found(), ClaimState.BOUND, later)).isEqualTo(new SweepDecision.Forget());
    }

    @Test
    void scenario19ASweepTouchesNoVolumeOfAnotherName() {
        OperationRecord record =
                begun(intent("old").abandoned()).with(running("call", "task-2")).done("vol-1", 1024);
        Instant later = NOW.plus(Duration.ofHours(25));

        assertThat(sweep(record, found(volume("vol-1"), named("vol-2", "pvc-2")), ClaimState.GONE, later))
                .isEqualTo(new SweepDecision.ReportOrphans(Set.of("vol-1")));
        assertThat(sweep(begun(intent("old")), found(named("vol-2", "pvc-2")), ClaimState.GONE, later))
                .isEqualTo(new SweepDecision.Forget());
    }

    @Test
    void scenario19AVolumeOfAnotherNameIsNotAdopted() {
        OperationFacts facts =
                begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found(named("vol-2", "pvc-2")));

        assertThat(next(CREATE, facts)).isInstanceOfSatisfying(OperationStep.WriteRecord.class, write -> assertThat(
                        write.record().volumeId())
                .isEmpty());
    }

    @Test
    void scenario19VolumesOfAnotherClusterStay() {
        var shared =
                new ObservedVolume("vol-1", "pvc-1", 1024, "ds:///a/", Set.of("cluster-1", "cluster-2"), false, false);
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found(shared));

        assertThat(next(CREATE, facts))
                .as("not adopted")
                .isInstanceOfSatisfying(
                        OperationStep.WriteRecord.class,
                        write -> assertThat(write.record().volumeId()).isEmpty());
        assertThat(code(next(new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED), facts)))
                .isEqualTo(OperationCode.FAILED_PRECONDITION);
        assertThat(new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED).goal(List.of(shared)))
                .as("only the others are named")
                .isEqualTo(new OperationRequest.Goal.Refused(
                        OperationCode.FAILED_PRECONDITION,
                        "volume vol-1 was not deleted: the cluster cluster-2 refers to it; remove it there first, or set"
                                + " the reclaim policy Retain. If a cluster does not exist any more, add its id to"
                                + " retired-cluster-ids in the configuration"));
    }

    @Test
    void anAttemptOnAnotherVcenterIsLeftToIt() {
        OperationAttempt attempt =
                new OperationAttempt(NOW, "task-1", "vc-1", "old", OperationStatus.Known.IN_PROGRESS, "");
        OperationFacts running = begin().onRecord(present(attempt), NOW);
        OperationFacts failed = begin().onRecord(present(attempt.failed("no space")), NOW);

        assertThat(at(CREATE, running, LIMITS, "vc-2", NOW)).isEqualTo(new OperationStep.GoElsewhere("vc-1"));
        assertThat(at(CREATE, running, LIMITS, "vc-1", NOW)).isEqualTo(new OperationStep.AskTasks(Set.of("task-1")));
        assertThat(at(CREATE, failed, LIMITS, "vc-2", NOW)).isEqualTo(new OperationStep.AskVolumes());
    }

    @Test
    void anotherSizeIsRefused() {
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found(volume("vol-1")));

        assertThat(code(next(new Create("pvc-1", "cluster-1", 2048, Set.of()), facts)))
                .isEqualTo(OperationCode.ALREADY_EXISTS);
    }

    @Test
    void anUnreadableRecordStartsNothing() {
        OperationFacts facts = begin().onRecord(new RecordState.Unreadable("1", "record pvc-1 cannot be read"), NOW)
                .onVolumes(found());

        assertThat(code(next(CREATE, facts))).isEqualTo(OperationCode.UNAVAILABLE);
    }

    @Test
    void afterThreeAbandonedAttemptsNoFurtherOneIsStarted() {
        OperationRecord record = begun(intent("a").abandoned())
                .with(intent("b").abandoned())
                .with(intent("c").abandoned());
        OperationFacts facts = begin().onRecord(present(record), NOW)
                .onTaskSearch(new TaskSearchResult.Listed(List.of()))
                .onVolumes(found());

        assertThat(code(next(CREATE, facts))).isEqualTo(OperationCode.UNAVAILABLE);
    }

    /// The provisioner has a prefix of its own, so that the name of a request does not tell whether its claim is gone.
    @Test
    void theRecordOfAnUnknownClaimGoesWithItsVolume() {
        OperationRecord done = begun(running("a", "task-1")).done("vol-1", 1024);
        Instant young = NOW.plus(Duration.ofHours(23));
        Instant old = NOW.plus(Duration.ofHours(25));

        for (OperationRecord record : List.of(done, begun(intent("a").abandoned()))) {
            assertThat(sweep(record, new VolumesResult.NotAsked(), ClaimState.UNKNOWN, young))
                    .isEqualTo(new SweepDecision.Keep());
            assertThat(sweep(record, new VolumesResult.NotAsked(), ClaimState.UNKNOWN, old))
                    .isEqualTo(new SweepDecision.AskVolumes());
            assertThat(sweep(record, new VolumesResult.Unanswered(), ClaimState.UNKNOWN, old))
                    .isEqualTo(new SweepDecision.Keep());
            assertThat(sweep(record, found(volume("vol-1")), ClaimState.UNKNOWN, old))
                    .isEqualTo(new SweepDecision.Keep());
            assertThat(sweep(record, found(), ClaimState.UNKNOWN, old)).isEqualTo(new SweepDecision.Forget());
        }
    }

    @Test
    void theDriverItselfDeletesNothingThatItsMetadataSaysIsUsed() {
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW).onVolumes(found(inUse("vol-1")));

        assertThat(code(next(new Delete("vol-1", "cluster-1", DeletionCause.UNUSED), facts)))
                .isEqualTo(OperationCode.FAILED_PRECONDITION);
        assertThat(next(new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED), facts))
                .isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void aRecordKeepsTheAttemptsThatHaveNotEnded() {
        OperationRecord record = begun(intent("lost").abandoned());
        for (int i = 0; i < 20; i++) {
            record = record.with(running("op-" + i, "task-" + i).failed("no space"));
        }

        assertThat(record.latest())
                .hasSize(10)
                .first()
                .extracting(OperationAttempt::opId)
                .isEqualTo("lost");
    }

    private static OperationFacts begin() {
        return OperationFacts.begin("call", NOW.plusSeconds(300), StoreCapabilities.VCENTER);
    }

    private static OperationStep next(OperationRequest request, OperationFacts facts) {
        return at(request, facts, LIMITS, "", NOW);
    }

    private static OperationStep at(
            OperationRequest request, OperationFacts facts, OperationLimits limits, String vcenter, Instant now) {
        return OperationPolicy.next(request, facts, limits, vcenter, now, now);
    }

    private static OperationCode code(OperationStep step) {
        assertThat(step).isInstanceOf(OperationStep.Fail.class);
        return ((OperationStep.Fail) step).code();
    }

    private static ObservedVolume shared(String id) {
        ObservedVolume volume = volume(id);
        return new ObservedVolume(
                id,
                volume.name(),
                volume.capacityMb(),
                volume.datastoreUrl(),
                Set.of("cluster-1", "cluster-2"),
                false,
                false);
    }

    private static SweepDecision sweep(OperationRecord record, VolumesResult volumes, ClaimState claim, Instant now) {
        return SweepPolicy.ofCreate(record, "cluster-1", volumes, claim, SweepLimits.standard(), now);
    }

    private static OperationAttempt intent(String opId) {
        return OperationAttempt.intent(NOW, "", opId);
    }

    private static OperationAttempt running(String opId, String task) {
        return intent(opId).withTask(task);
    }

    private static OperationRecord begun(OperationAttempt attempt) {
        return new OperationRecord("pvc-1", "", "", 0, 0, Optional.of(attempt), List.of(attempt));
    }

    private static RecordState present(OperationAttempt attempt) {
        return present(begun(attempt));
    }

    private static RecordState present(OperationRecord record) {
        return new RecordState.Present(record, "1");
    }

    private static VolumesResult found(ObservedVolume... volumes) {
        return new VolumesResult.Found(List.of(volumes));
    }

    private static ObservedVolume volume(String id) {
        return new ObservedVolume(id, "pvc-1", 1024, "ds:///a/", Set.of("cluster-1"), false, false);
    }

    private static ObservedVolume named(String id, String name) {
        return new ObservedVolume(id, name, 1024, "ds:///a/", Set.of("cluster-1"), false, false);
    }

    private static ObservedVolume inUse(String id) {
        return new ObservedVolume(id, "pvc-1", 1024, "ds:///a/", Set.of("cluster-1"), true, false);
    }
}
