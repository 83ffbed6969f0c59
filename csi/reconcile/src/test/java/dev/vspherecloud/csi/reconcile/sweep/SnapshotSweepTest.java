package dev.vspherecloud.csi.reconcile.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The temporary snapshots of clones, found by their records and in CNS.
class SnapshotSweepTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration OLD = Duration.ofHours(2);
    private static final String CLAIM = "pvc-0f4a0e0c-1111-4222-8333-444455556666";
    private static final String OP_ID = "3f0b8a52-0d5c-4c6e-9a55-5f6f3f2a1c77";

    private final ScriptedCluster cluster = new ScriptedCluster();
    private final ScriptedVcenter vcenter = new ScriptedVcenter("vc-1");
    private final RecordSweep sweep =
            new RecordSweep(cluster, () -> List.of(vcenter), InstantSource.fixed(NOW), _ -> {}, _ -> {});

    @Test
    void theSnapshotOfAFinishedCloneIsDeleted() {
        put("clone-" + CLAIM + "-vol-1", "vol-1", "s-1", OperationStatus.Known.SUCCESS, OLD);
        source("clone-" + CLAIM, OLD);

        run();

        assertThat(vcenter.calls)
                .containsExactly(
                        "snapshots of vol-1",
                        "delete snapshot s-1 of vol-1, user %s, if clone-%s-vol-1 is at 7".formatted(CLAIM, CLAIM));
    }

    @Test
    void theSnapshotOfACloneThatMayRunStays() {
        put("clone-" + CLAIM + "-vol-1", "vol-1", "s-1", OperationStatus.Known.SUCCESS, OLD);
        put(CLAIM, "", "", OperationStatus.Known.IN_PROGRESS, OLD);
        source("clone-" + CLAIM, OLD);

        run();

        assertThat(vcenter.calls).noneMatch(call -> call.startsWith("delete"));
    }

    /// The driver was killed while the clone ran, and its claim is gone. The source could be neither expanded nor
    /// deleted as long as the snapshot stays.
    @Test
    void theSnapshotOfACloneWhoseTaskHasEndedIsDeleted() {
        put("clone-" + CLAIM + "-vol-1", "vol-1", "s-1", OperationStatus.Known.SUCCESS, OLD);
        put(CLAIM, "", "", OperationStatus.Known.IN_PROGRESS, OLD);
        source("clone-" + CLAIM, OLD);
        vcenter.tasks.put("task-1", TaskState.SUCCEEDED);

        run();

        assertThat(vcenter.calls)
                .contains("delete snapshot s-1 of vol-1, user %s, if clone-%s-vol-1 is at 7".formatted(CLAIM, CLAIM));
    }

    @Test
    void aRecordWithoutSnapshotIsForgotten() {
        put("clone-" + CLAIM + "-vol-1", "vol-1", "s-1", OperationStatus.Known.SUCCESS, Duration.ofHours(25));
        put("snapshot-1-vol-1", "vol-1", "s-2", OperationStatus.Known.SUCCESS, OLD);
        put("deletesnapshot-vol-1-s-3", "vol-1", "s-3", OperationStatus.Known.SUCCESS, OLD);

        run();

        assertThat(cluster.calls)
                .containsExactlyInAnyOrder(
                        "forget clone-%s-vol-1 at 7".formatted(CLAIM),
                        "forget snapshot-1-vol-1 at 7",
                        "forget deletesnapshot-vol-1-s-3 at 7");
    }

    /// CNS may have forgotten the source, whose snapshot shows again when the source is registered again.
    @Test
    void theRecordOfATemporarySnapshotStaysWhileItsSourceMayComeBack() {
        put("clone-" + CLAIM + "-vol-1", "vol-1", "s-1", OperationStatus.Known.SUCCESS, OLD);

        run();

        assertThat(cluster.calls).isEmpty();
    }

    /// A create that is repeated asks whether its snapshot was deleted.
    @Test
    void theDeleteOfARecordedSnapshotStaysInTheRecords() {
        put("snapshot-1-vol-1", "vol-1", "s-1", OperationStatus.Known.SUCCESS, Duration.ofMinutes(1));
        put("deletesnapshot-vol-1-s-1", "vol-1", "s-1", OperationStatus.Known.SUCCESS, OLD);

        run();

        assertThat(cluster.calls).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"BOUND", "WAITING"})
    void aTemporarySnapshotWithoutRecordIsFoundInCns(ClaimState claim) {
        cluster.claims.put(CLAIM, claim);
        source("clone-" + CLAIM, OLD);

        run();
        run();

        assertThat(vcenter.calls)
                .as("CNS is searched once in a while")
                .containsExactly("snapshots of vol-1", "delete snapshot s-1 of vol-1, user " + CLAIM);
    }

    /// Another cluster with the same cluster id may be making the clone.
    @ParameterizedTest
    @EnumSource(names = {"GONE", "UNKNOWN"})
    void aTemporarySnapshotForAClaimThatThisClusterDoesNotHaveStays(ClaimState claim) {
        cluster.claims.put(CLAIM, claim);
        source("clone-" + CLAIM, OLD);

        run();

        assertThat(vcenter.calls).containsExactly("snapshots of vol-1");
    }

    @Test
    void temporarySnapshotsStayIfTheClaimsCannotBeListed() {
        cluster.claims.put(CLAIM, ClaimState.BOUND);
        cluster.answersClaims = false;
        source("clone-" + CLAIM, OLD);

        run();

        assertThat(vcenter.calls).containsExactly("snapshots of vol-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clone-of-the-administrator", "backup", "clone-" + CLAIM + "-vol-1", ""})
    void whatSomebodyElseMadeStays(String description) {
        source(description, OLD);

        run();

        assertThat(vcenter.calls).isEmpty();
    }

    @Test
    void aYoungOneAndOneOfAnotherClusterStay() {
        cluster.claims.put(CLAIM, ClaimState.BOUND);
        source("clone-" + CLAIM, Duration.ofMinutes(59));
        vcenter.volumes.add(new ObservedVolume("vol-2", "b", 1024, "ds:///1/", Set.of("other"), true, false)
                .with(List.of(snapshot("clone-" + CLAIM, OLD))));

        run();

        assertThat(vcenter.calls).noneMatch(call -> call.startsWith("delete"));
    }

    private void run() {
        sweep.run(SweepLimits.standard());
    }

    private void source(String description, Duration age) {
        vcenter.volumes.add(new ObservedVolume("vol-1", "a", 1024, "ds:///1/", Set.of(vcenter.clusterId()), true, false)
                .with(List.of(snapshot(description, age))));
    }

    private static ObservedSnapshot snapshot(String description, Duration age) {
        return new ObservedSnapshot("s-1", description, Optional.of(NOW.minus(age)));
    }

    private void put(String name, String volume, String snapshot, OperationStatus.Known status, Duration age) {
        var attempt = new OperationAttempt(NOW.minus(age), "task-1", "", OP_ID, status, "");
        var record = new OperationRecord(name, volume, snapshot, 0, 0, Optional.of(attempt), List.of(attempt));
        cluster.records.put(name, new RecordState.Present(record, "7"));
    }
}
