package dev.vspherecloud.csi.reconcile.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Sweeps records that a test puts into a scripted cluster. All are two hours old, unless a test says otherwise.
class RecordSweepTest {
    private static final Instant NOW = Instant.parse("2026-01-02T05:00:00Z");
    private static final Duration OLD = Duration.ofHours(2);
    private static final String OP_ID = "3f0b8a52-0d5c-4c6e-9a55-5f6f3f2a1c77";

    private final ScriptedCluster cluster = new ScriptedCluster();
    private final ScriptedVcenter first = new ScriptedVcenter("vc-1");
    private final ScriptedVcenter second = new ScriptedVcenter("vc-2");
    private final List<ScriptedVcenter> vcenters = new ArrayList<>(List.of(first));
    private final List<Integer> orphanCounts = new ArrayList<>();
    private final List<Map<OperationStatus, Integer>> recordCounts = new ArrayList<>();
    private final RecordSweep sweep =
            new RecordSweep(cluster, () -> vcenters, InstantSource.fixed(NOW), recordCounts::add, orphanCounts::add);

    private static OperationAttempt attempt(Duration age, OperationStatus.Known status, String vcenter) {
        return new OperationAttempt(NOW.minus(age), "task-1", vcenter, OP_ID, status, "");
    }

    private static OperationAttempt succeeded() {
        return attempt(OLD, OperationStatus.Known.SUCCESS, "");
    }

    private static OperationAttempt abandoned() {
        return attempt(OLD, OperationStatus.Known.TRACKING_ABORTED, "");
    }

    private void put(String name, String volumeId, OperationAttempt... attempts) {
        var record = new OperationRecord(name, volumeId, "", 1024, 0, Optional.of(attempts[0]), List.of(attempts));
        cluster.records.put(name, new RecordState.Present(record, "7"));
    }

    private void run() {
        sweep.run(SweepLimits.standard());
    }

    @Test
    void aFinishedCreateOfABoundClaimIsForgottenWithoutACallToVcenter() {
        put("pvc-1", "vol-1", succeeded());
        cluster.claims.put("pvc-1", ClaimState.BOUND);

        run();

        assertThat(cluster.calls).containsExactly("claims of pvc-1", "forget pvc-1 at 7");
        assertThat(first.calls).isEmpty();
        assertThat(orphanCounts).containsExactly(0);
    }

    @Test
    void countsAllRecordsByTheirLastAttempt() {
        put("pvc-1", "vol-1", succeeded());
        put("pvc-2", "vol-2", succeeded(), abandoned());
        put("delete-vol-3", "vol-3", succeeded());
        vcenters.clear();

        run();

        assertThat(recordCounts)
                .containsExactly(Map.of(OperationStatus.Known.SUCCESS, 2, OperationStatus.Known.TRACKING_ABORTED, 1));
    }

    @Test
    void youngRecordsNeedNoCall() {
        put("pvc-1", "vol-1", attempt(Duration.ofMinutes(14), OperationStatus.Known.SUCCESS, ""));
        put("delete-vol-2", "vol-2", attempt(Duration.ofMinutes(14), OperationStatus.Known.SUCCESS, ""));

        run();

        assertThat(cluster.calls).isEmpty();
        assertThat(first.calls).isEmpty();
    }

    @Test
    void theRetentionIsThatOfTheLimits() {
        put("delete-vol-2", "vol-2", attempt(Duration.ofMinutes(14), OperationStatus.Known.SUCCESS, ""));

        sweep.run(SweepLimits.standard().withRetention(Duration.ofMinutes(10)));

        assertThat(cluster.calls).containsExactly("forget delete-vol-2 at 7");
    }

    @Test
    void oneQueryIsSentForAllRecords() {
        IntStream.range(0, 5).forEach(i -> {
            put("pvc-" + i, "vol-" + i, succeeded());
            cluster.claims.put("pvc-" + i, ClaimState.GONE);
        });

        run();

        assertThat(first.calls).containsExactly("query pvc-0 pvc-1 pvc-2 pvc-3 pvc-4");
        assertThat(cluster.calls)
                .startsWith("claims of pvc-0 pvc-1 pvc-2 pvc-3 pvc-4")
                .hasSize(6)
                .contains("forget pvc-4 at 7");
    }

    @Test
    void aDeleteIsForgottenOnceNoCreateNamesItsVolume() {
        put("delete-vol-1", "vol-1", succeeded());
        put("expand-vol-1", "vol-1", succeeded());
        put("delete-vol-2", "vol-2", succeeded());
        put("pvc-1", "vol-1", attempt(Duration.ofMinutes(1), OperationStatus.Known.SUCCESS, ""));

        run();

        assertThat(cluster.calls).containsExactly("forget delete-vol-2 at 7");
    }

    @Test
    void nothingIsForgottenIfTheRecordsCannotBeListed() {
        put("delete-vol-1", "vol-1", succeeded());
        put("delete-vol-2", "vol-2", succeeded());
        put("pvc-1", "vol-1", succeeded());
        cluster.answersRecords = false;

        run();

        assertThat(cluster.calls).isEmpty();
        assertThat(orphanCounts).isEmpty();
    }

    @Test
    void createsStayIfTheClaimsCannotBeListed() {
        put("pvc-1", "vol-1", succeeded());
        cluster.answersClaims = false;

        run();

        assertThat(cluster.calls).containsExactly("claims of pvc-1");
        assertThat(orphanCounts).isEmpty();
    }

    @Test
    void createsStayIfVcenterDoesNotAnswer() {
        put("pvc-1", "vol-1", succeeded());
        cluster.claims.put("pvc-1", ClaimState.GONE);
        first.answers = false;

        run();

        assertThat(first.calls).containsExactly("query pvc-1");
        assertThat(cluster.calls).doesNotContain("forget pvc-1 at 7");
        assertThat(orphanCounts).isEmpty();
    }

    @Test
    void aLateDuplicateIsDeletedIfTheRecordHasNotChanged() {
        put("pvc-1", "vol-1", abandoned(), succeeded());
        cluster.claims.put("pvc-1", ClaimState.BOUND);
        first.add("vol-1", "pvc-1");
        first.add("vol-9", "pvc-1");

        run();

        assertThat(first.calls).containsExactly("query pvc-1", "delete vol-9 if pvc-1 is at 7");
        assertThat(cluster.calls).containsExactly("claims of pvc-1");
    }

    /// Go has overwritten the attempt of this driver, whose answer was lost. So its record has one attempt.
    @Test
    void theRecordOfGoMayHideASecondVolume() {
        put(
                "pvc-1",
                "vol-1",
                new OperationAttempt(NOW.minus(OLD), "task-2", "", "", OperationStatus.Known.SUCCESS, ""));
        cluster.claims.put("pvc-1", ClaimState.BOUND);
        first.add("vol-1", "pvc-1");
        first.add("vol-9", "pvc-1");

        run();

        assertThat(first.calls).containsExactly("query pvc-1", "delete vol-9 if pvc-1 is at 7");
    }

    @Test
    void orphansAreCountedAndNotDeleted() {
        put("pvc-1", "vol-1", succeeded());
        put("pvc-2", "", abandoned());
        cluster.claims.put("pvc-1", ClaimState.GONE);
        cluster.claims.put("pvc-2", ClaimState.GONE);
        first.add("vol-1", "pvc-1");
        first.add("vol-2", "pvc-2");

        run();

        assertThat(first.calls).containsExactly("query pvc-1 pvc-2");
        assertThat(cluster.calls).containsExactly("claims of pvc-1 pvc-2");
        assertThat(orphanCounts).containsExactly(2);
    }

    @Test
    void scenario18AVolumeWithoutARecordStays() {
        put("pvc-1", "vol-1", succeeded());
        cluster.claims.put("pvc-1", ClaimState.GONE);
        first.add("vol-9", "pvc-9");

        run();

        assertThat(first.calls).containsExactly("query pvc-1");
        assertThat(orphanCounts).containsExactly(0);
    }

    @Test
    void scenario19OnlyNamesOfTheOwnRecordsAreAskedFor() {
        put("pvc-1", "vol-1", abandoned(), succeeded());
        cluster.claims.put("pvc-1", ClaimState.BOUND);
        first.add("vol-1", "pvc-1");
        first.add("vol-2", "pvc-2");

        run();

        assertThat(first.calls).containsExactly("query pvc-1");
    }

    @Test
    void onlyTheVcentersThatARecordNamesAreAsked() {
        vcenters.add(second);
        second.answers = false;
        put("pvc-1", "vol-1", attempt(OLD, OperationStatus.Known.SUCCESS, "vc-1"));
        put("pvc-2", "vol-2", attempt(OLD, OperationStatus.Known.SUCCESS, "vc-2"));
        cluster.claims.put("pvc-1", ClaimState.GONE);
        cluster.claims.put("pvc-2", ClaimState.GONE);

        run();

        assertThat(first.calls).containsExactly("query pvc-1");
        assertThat(second.calls).containsExactly("query pvc-2");
        assertThat(cluster.calls).containsExactly("claims of pvc-1 pvc-2", "forget pvc-1 at 7");
    }

    @Test
    void aRecordWithoutAVcenterNeedsTheAnswersOfAll() {
        vcenters.add(second);
        put("pvc-1", "vol-1", abandoned(), succeeded());
        cluster.claims.put("pvc-1", ClaimState.BOUND);
        first.add("vol-1", "pvc-1");
        second.add("vol-9", "pvc-1");

        run();

        assertThat(first.calls).containsExactly("query pvc-1");
        assertThat(second.calls).containsExactly("query pvc-1", "delete vol-9 if pvc-1 is at 7");
    }

    @Test
    void aRecordOfAVcenterThatIsNotConfiguredStays() {
        vcenters.add(second);
        put("pvc-1", "vol-1", attempt(OLD, OperationStatus.Known.SUCCESS, "vc-3"));
        cluster.claims.put("pvc-1", ClaimState.GONE);

        run();

        assertThat(cluster.calls).containsExactly("claims of pvc-1");
        assertThat(orphanCounts).isEmpty();
    }

    /// A driver that was killed leaves it, without the end of its task. It would stay for a day if vCenter were not
    /// asked.
    @Test
    void aRecordWhoseTaskHasEndedIsNotInProgress() {
        put("pvc-1", "", attempt(OLD, OperationStatus.Known.IN_PROGRESS, ""));
        put("expand-vol-2", "vol-2", attempt(OLD, OperationStatus.Known.IN_PROGRESS, ""));
        cluster.claims.put("pvc-1", ClaimState.GONE);
        run();
        assertThat(cluster.calls).containsExactly("claims of pvc-1");

        first.tasks.put("task-1", TaskState.FAILED);
        run();

        assertThat(cluster.calls).contains("forget pvc-1 at 7", "forget expand-vol-2 at 7");
    }

    /// vCenter forgets a task some minutes after its end.
    @Test
    void theEndOfATaskIsKept() {
        put("expand-vol-2", "vol-2", attempt(Duration.ofMinutes(1), OperationStatus.Known.IN_PROGRESS, ""));
        first.tasks.put("task-1", TaskState.SUCCEEDED);
        run();
        put("expand-vol-2", "vol-2", attempt(OLD, OperationStatus.Known.IN_PROGRESS, ""));
        first.tasks.put("task-1", TaskState.VANISHED);

        run();

        assertThat(first.askedTasks).containsExactly(Set.of("task-1"));
        assertThat(cluster.calls).containsExactly("forget expand-vol-2 at 7");
    }

    @Test
    void aTaskThatRunsKeepsItsRecord() {
        put("expand-vol-2", "vol-2", attempt(OLD, OperationStatus.Known.IN_PROGRESS, ""));
        first.tasks.put("task-1", TaskState.RUNNING);

        run();
        run();

        assertThat(first.askedTasks).hasSize(2);
        assertThat(cluster.calls).isEmpty();
    }

    /// A restart of vCenter loses tasks, and CNS may work on. A lost task does not come back.
    @Test
    void aTaskThatVcenterDoesNotKnowKeepsItsRecordAndIsNotAskedForAgain() {
        put("expand-vol-2", "vol-2", attempt(OLD, OperationStatus.Known.IN_PROGRESS, ""));
        first.tasks.put("task-1", TaskState.VANISHED);

        run();
        run();

        assertThat(first.askedTasks).hasSize(1);
        assertThat(cluster.calls).isEmpty();
    }

    /// The tasks of two vCenters may have the same id.
    @Test
    void aTaskIsAskedForWhereItRuns() {
        vcenters.add(second);
        put("expand-vol-1", "vol-1", attempt(OLD, OperationStatus.Known.IN_PROGRESS, "vc-1"));
        put("expand-vol-2", "vol-2", attempt(OLD, OperationStatus.Known.IN_PROGRESS, "vc-2"));
        put("expand-vol-3", "vol-3", attempt(OLD, OperationStatus.Known.IN_PROGRESS, ""));
        first.tasks.put("task-1", TaskState.SUCCEEDED);
        second.tasks.put("task-1", TaskState.RUNNING);

        run();

        assertThat(cluster.calls).containsExactly("forget expand-vol-1 at 7");
    }

    @Test
    void aRecordThatCannotBeReadStays() {
        cluster.records.put("pvc-1", new RecordState.Unreadable("7", "record pvc-1 cannot be read"));
        put("delete-vol-2", "vol-2", succeeded());

        run();

        assertThat(cluster.calls).containsExactly("forget delete-vol-2 at 7");
    }

    @Test
    void nothingIsAskedBeforeAVcenterIsInUse() {
        vcenters.clear();
        put("delete-vol-2", "vol-2", succeeded());

        run();

        assertThat(cluster.calls).isEmpty();
    }
}
