package dev.vspherecloud.csi.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.OperationRequest.CreateSnapshot;
import dev.vspherecloud.csi.domain.OperationRequest.DeleteSnapshot;
import dev.vspherecloud.csi.domain.OperationRequest.Goal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The decisions about snapshots, restores and clones.
class SnapshotPolicyTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final OperationLimits LIMITS = OperationLimits.standard();
    private static final SnapshotQuota QUOTA = new SnapshotQuota(3, 2, 1);
    private static final CreateSnapshot SNAPSHOT = new CreateSnapshot("snapshot-1", "vol-1", QUOTA, false);
    private static final String NAME = "snapshot-1-vol-1";

    @Test
    void theRecordHasTheNamesAndFieldsOfGo() {
        OperationStep.WriteRecord write = (OperationStep.WriteRecord)
                next(SNAPSHOT, begin().onRecord(new RecordState.Absent(), NOW).onVolumes(source()));

        assertThat(write.record().name()).isEqualTo(NAME);
        assertThat(write.record().volumeId()).isEqualTo("vol-1");
        assertThat(write.record().snapshotId()).isEmpty();
        assertThat(new DeleteSnapshot("vol-1", "s-1", false, DeletionCause.REQUESTED).recordName())
                .isEqualTo("deletesnapshot-vol-1-s-1");
        assertThat(OperationName.kindOf(write.record())).isEqualTo(OperationKind.CREATE_SNAPSHOT);
    }

    /// Go has started the task and does not say how it ends.
    @Test
    void aSnapshotOfGoIsFoundByItsDescription() {
        OperationAttempt old = OperationAttempt.intent(NOW, "", "").withTask("task-1");
        OperationFacts facts = begin().onRecord(present(record("", old)), NOW);
        assertThat(next(SNAPSHOT, facts)).isEqualTo(new OperationStep.AskTasks(Set.of("task-1")));

        facts = facts.onTasks(Map.of("task-1", new TaskResult.Vanished()));
        assertThat(next(SNAPSHOT, facts)).isEqualTo(new OperationStep.AskVolumes());

        OperationStep step = next(SNAPSHOT, facts.onVolumes(source(snapshot("s-7", NAME))));
        assertThat(((OperationStep.WriteRecord) step).record().snapshotId()).isEqualTo("s-7");
        assertThat(((OperationStep.WriteRecord) step).record().isDone()).isTrue();
        assertThat(next(SNAPSHOT, facts.onVolumes(source()))).isInstanceOf(OperationStep.Pause.class);
    }

    @Test
    void anIntentOfGoWithoutTaskIsFoundByItsDescription() {
        OperationFacts facts = begin().onRecord(present(record("", OperationAttempt.intent(NOW, "", ""))), NOW)
                .onVolumes(source(snapshot("s-7", NAME)));

        assertThat(((OperationStep.WriteRecord) next(SNAPSHOT, facts)).record().snapshotId())
                .isEqualTo("s-7");
    }

    @Test
    void aRecordedSnapshotIsReturnedOnlyIfCnsShowsIt() {
        OperationFacts facts = begin().onRecord(present(done("s-1")), NOW);
        assertThat(next(SNAPSHOT, facts)).isEqualTo(new OperationStep.ReadDeletion("s-1"));

        facts = facts.onDeletion(DeletionState.NONE);
        assertThat(next(SNAPSHOT, facts)).isEqualTo(new OperationStep.AskVolumes());
        assertThat(next(SNAPSHOT, facts.onVolumes(source(snapshot("s-1", NAME)))))
                .isEqualTo(new OperationStep.Succeed("s-1", 0));
        assertThat(code(next(SNAPSHOT, facts.onVolumes(source())))).isEqualTo(OperationCode.UNAVAILABLE);
    }

    /// Go checks the limit first, so that a replay of the last snapshot fails.
    @ParameterizedTest
    @CsvSource({"ds:///vmfs/volumes/a/, 3", "ds:///vmfs/volumes/vsan:52a1/, 2", "ds:///vmfs/volumes/vvol:1/, 1"})
    void theLimitCountsOnlyForNewSnapshots(String url, int limit) {
        List<ObservedSnapshot> others = Stream.of("a", "b", "c")
                .limit(limit)
                .map(id -> snapshot(id, "other-" + id))
                .toList();
        ObservedVolume volume = volume(url).with(others);

        assertThat(SNAPSHOT.goal(List.of(volume))).isInstanceOfSatisfying(Goal.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(OperationCode.FAILED_PRECONDITION);
            assertThat(refused.message()).contains("expected fewer than " + limit);
        });
        assertThat(SNAPSHOT.goal(List.of(volume.with(others.subList(1, limit)))))
                .isEqualTo(new Goal.Open());
        List<ObservedSnapshot> withOwn =
                Stream.concat(others.stream(), Stream.of(snapshot("s", NAME))).toList();
        assertThat(SNAPSHOT.goal(List.of(volume.with(withOwn)))).isEqualTo(new Goal.Reached("s", 1024));
    }

    @Test
    void whatAFailedSnapshotLeavesBehindIsUsedOrDeleted() {
        OperationAttempt own = OperationAttempt.intent(NOW, "", "call").withTask("task-1");
        OperationFacts facts = begin().onRecord(present(record("", own)), NOW)
                .onTasks(Map.of("task-1", new TaskResult.LeftBehind("s-9", "not recorded")));

        OperationRecord failed = ((OperationStep.WriteRecord) next(SNAPSHOT, facts)).record();
        assertThat(failed.snapshotId()).isEqualTo("s-9");
        assertThat(failed.latest().getLast().status()).isEqualTo(OperationStatus.Known.PARTIALLY_FAILED);

        OperationFacts later = begin().onRecord(present(failed), NOW).onDeletion(DeletionState.NONE);
        assertThat(next(SNAPSHOT, later.onVolumes(source()))).isEqualTo(new OperationStep.Remove("s-9"));
        assertThat(((OperationStep.WriteRecord) next(SNAPSHOT, later.onVolumes(source(snapshot("s-9", NAME)))))
                        .record()
                        .isDone())
                .isTrue();
        OperationFacts removed = OperationFacts.begin("next", NOW.plusSeconds(300), StoreCapabilities.VCENTER)
                .onRecord(present(failed), NOW)
                .onDeletion(DeletionState.DONE)
                .onVolumes(source());
        assertThat(next(SNAPSHOT, removed)).isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void aSnapshotThatIsGoneIsDeleted() {
        var delete = new DeleteSnapshot("vol-1", "s-1", false, DeletionCause.REQUESTED);
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW);

        assertThat(next(delete, facts.onVolumes(found()))).isEqualTo(new OperationStep.FindDisk("vol-1"));
        assertThat(next(delete, facts.onVolumes(found()).onDisk(new DiskPresence.Absent())))
                .isEqualTo(new OperationStep.Succeed("s-1", 0));
        assertThat(next(delete, facts.onVolumes(source()))).isEqualTo(new OperationStep.Succeed("s-1", 0));
        assertThat(next(delete, facts.onVolumes(source(snapshot("s-1", "d")))))
                .isInstanceOf(OperationStep.WriteRecord.class);
        assertThat(next(new DeleteSnapshot("vol-1", "s-1", true, DeletionCause.UNUSED), facts.onVolumes(source())))
                .isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void snapshotsForbidDeletingAndExpandingTheirVolume() {
        ObservedVolume volume = volume("").with(List.of(snapshot("s-1", NAME), snapshot("s-2", "")));

        assertThat(new OperationRequest.Delete("vol-1", "cluster-1", DeletionCause.REQUESTED).goal(List.of(volume)))
                .isEqualTo(new Goal.Refused(
                        OperationCode.FAILED_PRECONDITION,
                        "volume vol-1 was not deleted: it has 2 snapshots (s-2, snapshot-1-vol-1); delete them first"));
        assertThat(new OperationRequest.Expand("vol-1", 2048).goal(List.of(volume)))
                .isInstanceOf(Goal.Refused.class);
    }

    // Restores and clones

    @Test
    void aLargerCopyIsNotDoneBeforeItHasGrown() {
        OperationRequest.Create create = copy(new VolumeOrigin.OfSnapshot("vol-1", "s-1", 1024), 2048);
        OperationAttempt own = OperationAttempt.intent(NOW, "", "call").withTask("task-1");
        OperationFacts facts = begin().onRecord(present(created(own)), NOW)
                .onTasks(Map.of("task-1", new TaskResult.Succeeded("vol-2", "ds:///a/")));
        assertThat(next(create, facts)).isEqualTo(new OperationStep.AskVolumes());

        assertThat(next(create, facts.onVolumes(found(made(1024))))).isEqualTo(new OperationStep.Grow("vol-2"));
        OperationRecord done = ((OperationStep.WriteRecord) next(create, facts.onVolumes(found(made(2048))))).record();
        assertThat(done.isDone()).isTrue();
        assertThat(done.capacityMb()).isEqualTo(2048);
    }

    @Test
    void anEmptyVolumeOfAnotherSizeDoesNotGrow() {
        OperationRequest.Create create = copy(new VolumeOrigin.Empty(), 2048);

        assertThat(create.goal(List.of(made(1024)))).isInstanceOf(Goal.Refused.class);
    }

    @Test
    void aCopyIsReturnedAlsoIfItsSourceIsGone() {
        OperationRequest.Create create =
                copy(new VolumeOrigin.Unusable(OperationCode.NOT_FOUND, "no such snapshot"), 1024);
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW);

        assertThat(code(next(create, facts.onVolumes(found())))).isEqualTo(OperationCode.NOT_FOUND);
        assertThat(next(create, facts.onVolumes(found(made(1024))))).isInstanceOf(OperationStep.WriteRecord.class);
    }

    @Test
    void aCloneTakesItsSnapshotBeforeTheFirstAttemptAndOnlyThen() {
        var source = new VolumeOrigin.OfVolume("vol-1", 1024, QUOTA);
        OperationRequest.Create create = copy(source, 1024);
        OperationFacts facts = begin().onRecord(new RecordState.Absent(), NOW);

        assertThat(next(create, facts.onVolumes(found()))).isEqualTo(new OperationStep.TakeSnapshot(source));
        assertThat(next(create, facts.onVolumes(found(made(1024))))).isInstanceOf(OperationStep.WriteRecord.class);
        assertThat(next(create.from(new VolumeOrigin.OfSnapshot("vol-1", "s-1", 1024)), facts.onVolumes(found())))
                .isInstanceOf(OperationStep.WriteRecord.class);
    }

    /// A snapshot of a user never looks like a temporary one, whatever its name.
    @Test
    void temporarySnapshotsAreRecognised() {
        CreateSnapshot temporary = CreateSnapshot.temporary("pvc-1", new VolumeOrigin.OfVolume("vol-1", 1024, QUOTA));
        var ofUser = new CreateSnapshot("clone-pvc-1", "vol-1", QUOTA, false);

        assertThat(temporary.recordName()).isEqualTo("clone-pvc-1-vol-1");
        assertThat(OperationName.cloneOfTemporary(temporary.description(), "vol-1"))
                .contains("pvc-1");
        assertThat(OperationName.cloneOfTemporary(ofUser.description(), "vol-1"))
                .isEmpty();
        assertThat(OperationName.cloneOfTemporary("clone-", "vol-1")).isEmpty();
    }

    // The sweep

    @Test
    void aDuplicateSnapshotIsDeleted() {
        OperationRecord record = record(
                        "", OperationAttempt.intent(NOW, "", "old").abandoned())
                .with(OperationAttempt.intent(NOW, "", "call").withTask("task-2"))
                .ofSnapshot("vol-1", "s-2")
                .done("vol-1", 0);
        VolumesResult both = source(snapshot("s-1", NAME), snapshot("s-2", NAME), snapshot("s-3", "other"));
        Instant later = NOW.plus(Duration.ofHours(1));

        assertThat(sweep(record, true, new VolumesResult.NotAsked(), later)).isEqualTo(new SweepDecision.AskVolumes());
        assertThat(sweep(record, true, both, later)).isEqualTo(new SweepDecision.DeleteDuplicates(Set.of("s-1")));
        assertThat(sweep(record, true, source(snapshot("s-2", NAME)), later)).isEqualTo(new SweepDecision.Keep());
        assertThat(sweep(record, true, source(snapshot("s-2", NAME)), NOW.plus(Duration.ofHours(25))))
                .isEqualTo(new SweepDecision.Forget());
        assertThat(sweep(done("s-1"), true, new VolumesResult.NotAsked(), later))
                .as("Go may have overwritten an attempt")
                .isEqualTo(new SweepDecision.AskVolumes());
        var own = OperationAttempt.intent(NOW, "", "3f0b8a52-0d5c-4c6e-9a55-5f6f3f2a1c77")
                .withTask("task-1")
                .succeeded();
        assertThat(sweep(record("s-1", own), true, new VolumesResult.NotAsked(), later))
                .isEqualTo(new SweepDecision.Forget());
    }

    @Test
    void aTemporarySnapshotStaysUntilItsCloneIsOver() {
        OperationAttempt attempt = OperationAttempt.intent(NOW, "", "call").succeeded();
        var record =
                new OperationRecord("clone-pvc-1-vol-1", "vol-1", "s-1", 0, 0, Optional.of(attempt), List.of(attempt));
        VolumesResult left = source(snapshot("s-1", "clone-pvc-1"), snapshot("s-2", NAME));
        Instant later = NOW.plus(Duration.ofHours(1));

        assertThat(sweep(record, false, left, later)).isEqualTo(new SweepDecision.Keep());
        assertThat(sweep(record, true, left, NOW)).isEqualTo(new SweepDecision.Keep());
        assertThat(sweep(record, true, left, later)).isEqualTo(new SweepDecision.DeleteDuplicates(Set.of("s-1")));
        assertThat(sweep(record, true, source(), later)).isEqualTo(new SweepDecision.Forget());
        assertThat(sweep(record, true, new VolumesResult.Unanswered(), later)).isEqualTo(new SweepDecision.Keep());
    }

    @ParameterizedTest
    @CsvSource({
        "pvc-1, vol-1, '', CREATE",
        "pvc-0f4a, 0f4a, '', CREATE",
        "snapshot-0f4a-vol-1, vol-1, '', CREATE_SNAPSHOT",
        "clone-pvc-1-vol-1, vol-1, '', CREATE_SNAPSHOT",
        "xlong, vol-1, s-1, CREATE_SNAPSHOT",
        "delete-vol-1, vol-1, '', DELETE",
        "expand-vol-1, vol-1, '', EXPAND",
        "deletesnapshot-vol-1-s-1, vol-1, s-1, DELETE_SNAPSHOT"
    })
    void recordsAreToldApart(String name, String volume, String snapshot, OperationKind kind) {
        assertThat(OperationName.kindOf(new OperationRecord(name, volume, snapshot, 0, 0, Optional.empty(), List.of())))
                .isEqualTo(kind);
    }

    private static SweepDecision sweep(OperationRecord record, boolean isOver, VolumesResult volumes, Instant now) {
        return SweepPolicy.ofSnapshot(record, isOver, volumes, SweepLimits.standard(), now);
    }

    private static OperationFacts begin() {
        return OperationFacts.begin("call", NOW.plusSeconds(300), StoreCapabilities.VCENTER);
    }

    private static OperationStep next(OperationRequest request, OperationFacts facts) {
        return OperationPolicy.next(request, facts, LIMITS, "", NOW, NOW);
    }

    private static OperationCode code(OperationStep step) {
        assertThat(step).isInstanceOf(OperationStep.Fail.class);
        return ((OperationStep.Fail) step).code();
    }

    private static OperationRequest.Create copy(VolumeOrigin origin, long capacityMb) {
        return new OperationRequest.Create("pvc-1", "cluster-1", capacityMb, Set.of(), origin);
    }

    private static OperationRecord record(String snapshot, OperationAttempt attempt) {
        return new OperationRecord(NAME, "vol-1", snapshot, 0, 0, Optional.of(attempt), List.of(attempt));
    }

    private static OperationRecord done(String snapshot) {
        return record(
                snapshot,
                OperationAttempt.intent(NOW, "", "old").withTask("task-1").succeeded());
    }

    private static OperationRecord created(OperationAttempt attempt) {
        return new OperationRecord("pvc-1", "", "", 0, 0, Optional.of(attempt), List.of(attempt));
    }

    private static RecordState present(OperationRecord record) {
        return new RecordState.Present(record, "1");
    }

    private static VolumesResult found(ObservedVolume... volumes) {
        return new VolumesResult.Found(List.of(volumes));
    }

    private static VolumesResult source(ObservedSnapshot... snapshots) {
        return found(volume("ds:///a/").with(List.of(snapshots)));
    }

    private static ObservedVolume volume(String url) {
        return new ObservedVolume("vol-1", "source", 1024, url, Set.of("cluster-1"), true, false);
    }

    private static ObservedVolume made(long capacityMb) {
        return new ObservedVolume("vol-2", "pvc-1", capacityMb, "ds:///a/", Set.of("cluster-1"), false, false);
    }

    private static ObservedSnapshot snapshot(String id, String description) {
        return new ObservedSnapshot(id, description, Optional.of(NOW));
    }
}
