package dev.vspherecloud.csi.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationRequest.CreateSnapshot;
import dev.vspherecloud.csi.domain.OperationRequest.DeleteSnapshot;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotExecutorTest {
    private static final SnapshotQuota QUOTA = new SnapshotQuota(3, 3, 3);
    private static final CreateSnapshot SNAPSHOT = new CreateSnapshot("snapshot-1", "vol-a", QUOTA, false);

    private final ManualClock clock = new ManualClock();
    private final ScriptedVolumes store = new ScriptedVolumes(clock);
    private final MapRecords records = new MapRecords();
    private final ScriptedGate gate = new ScriptedGate();
    private final ScriptedDisks disks = new ScriptedDisks();
    private int calls;
    private final VolumeExecutor<String> executor = new VolumeExecutor<>(
            store,
            records,
            gate,
            disks,
            clock,
            OperationLimits.standard(),
            "",
            () -> "call-" + ++calls,
            VolumeExecutor.MAX_TASKS);

    @BeforeEach
    void addSource() {
        store.add("vol-a", "source", 1024, ScriptedVolumes.URL);
    }

    @Test
    void aSnapshotIsCreatedOnceAndAReplayHasItsTime() {
        SnapshotCreateResult first = executor.createSnapshot(SNAPSHOT, deadline());
        clock.pass(Duration.ofMinutes(1));

        assertThat(first).isInstanceOfSatisfying(SnapshotCreateResult.Created.class, created -> {
            assertThat(created.capacityMb()).isEqualTo(1024);
            assertThat(created.created()).isPresent();
        });
        assertThat(executor.createSnapshot(SNAPSHOT, deadline())).isEqualTo(first);
        assertThat(store.count("snapshot snapshot-1-vol-a")).isEqualTo(1);
    }

    @Test
    void aSnapshotThatTheGateStopsStays() {
        String id = created(executor.createSnapshot(SNAPSHOT, deadline()));
        gate.verdicts.put(id, new DeletionVerdict.Stopped(List.of(), "two objects have it"));

        assertThat(executor.deleteSnapshot(new DeleteSnapshot("vol-a", id, false, DeletionCause.REQUESTED), deadline()))
                .isInstanceOfSatisfying(VolumeFailure.RefusedByFault.class, failure -> assertThat(failure.code())
                        .isEqualTo(OperationCode.FAILED_PRECONDITION));
        assertThat(store.count("delete snapshot")).isZero();
    }

    @Test
    void aSnapshotThatWasDeletedIsCreatedAgain() {
        String id = created(executor.createSnapshot(SNAPSHOT, deadline()));

        assertThat(executor.deleteSnapshot(new DeleteSnapshot("vol-a", id, false, DeletionCause.REQUESTED), deadline()))
                .isEqualTo(new VolumeDeleteResult.Deleted(id));
        assertThat(executor.deleteSnapshot(new DeleteSnapshot("vol-a", id, false, DeletionCause.REQUESTED), deadline()))
                .isEqualTo(new VolumeDeleteResult.Deleted(id));
        assertThat(store.count("delete snapshot")).isEqualTo(1);
        assertThat(created(executor.createSnapshot(SNAPSHOT, deadline()))).isNotEqualTo(id);
    }

    @Test
    void theSnapshotsOfOneVolumeWaitForOneAnother() {
        var others = new ArrayList<SnapshotCreateResult>();
        store.duringWait = () -> {
            store.duringWait = () -> {};
            others.add(executor.createSnapshot(
                    new CreateSnapshot("snapshot-2", "vol-a", QUOTA, false),
                    clock.now().plusSeconds(10)));
        };

        assertThat(executor.createSnapshot(SNAPSHOT, deadline())).isInstanceOf(SnapshotCreateResult.Created.class);
        assertThat(others).hasSize(1).first().isInstanceOf(VolumeFailure.StillRunning.class);
        assertThat(executor.createSnapshot(new CreateSnapshot("snapshot-2", "vol-a", QUOTA, false), deadline()))
                .isInstanceOf(SnapshotCreateResult.Created.class);
    }

    @Test
    void whatAFailureLeavesBehindIsDeletedFirst() {
        store.failure = new TaskResult.LeftBehind("snap-x", "not recorded");
        assertThat(executor.createSnapshot(SNAPSHOT, deadline()))
                .isInstanceOfSatisfying(
                        VolumeFailure.class,
                        failure -> assertThat(failure.code().isFinal()).isFalse());

        store.failure = new TaskResult.Running();
        clock.pass(Duration.ofMinutes(1));
        assertThat(created(executor.createSnapshot(SNAPSHOT, deadline()))).isNotEqualTo("snap-x");
        assertThat(store.calls).contains("delete snapshot snap-x");
    }

    @Test
    void aLargerCopyIsCreatedSmallAndExpanded() {
        String id = created(executor.createSnapshot(SNAPSHOT, deadline()));
        OperationRequest.Create create = copy(new VolumeOrigin.OfSnapshot("vol-a", id, 1024), 3072);

        VolumeCreateResult made = executor.create(create, "", deadline());

        assertThat(made)
                .isInstanceOfSatisfying(VolumeCreateResult.Created.class, volume -> assertThat(volume.capacityMb())
                        .isEqualTo(3072));
        assertThat(store.count("create pvc-1")).isEqualTo(1);
        assertThat(store.count("expand")).isEqualTo(1);
        assertThat(executor.create(create, "", deadline())).isEqualTo(made);
        assertThat(store.count("expand")).isEqualTo(1);
    }

    @Test
    void aCloneTakesAndDeletesItsSnapshot() {
        OperationRequest.Create create = copy(new VolumeOrigin.OfVolume("vol-a", 1024, QUOTA), 1024);

        VolumeCreateResult made = executor.create(create, "", deadline());

        assertThat(made).isInstanceOf(VolumeCreateResult.Created.class);
        assertThat(store.count("snapshot clone-pvc-1")).isEqualTo(1);
        assertThat(store.count("delete snapshot")).isEqualTo(1);
        assertThat(snapshots()).isEmpty();
        assertThat(executor.create(create, "", deadline())).isEqualTo(made);
        assertThat(store.count("snapshot clone-pvc-1")).isEqualTo(1);
    }

    /// The process was killed after the volume was created.
    @Test
    void aReplayOfACloneDeletesTheSnapshotThatIsLeft() {
        OperationRequest.Create create = copy(new VolumeOrigin.OfVolume("vol-a", 1024, QUOTA), 1024);
        VolumeCreateResult made = executor.create(create, "", deadline());
        store.volumes.computeIfPresent(
                "vol-a",
                (_, volume) -> volume.with(
                        List.of(new ObservedSnapshot("snap-left", "clone-pvc-1", Optional.of(clock.now())))));

        assertThat(executor.create(create, "", deadline())).isEqualTo(made);
        assertThat(snapshots()).isEmpty();
    }

    @Test
    void aSourceThatHasGrownIsRefused() {
        store.add("vol-a", "source", 4096, ScriptedVolumes.URL);
        OperationRequest.Create create = copy(new VolumeOrigin.OfVolume("vol-a", 1024, QUOTA), 1024);

        assertThat(executor.create(create, "", deadline()))
                .isInstanceOfSatisfying(VolumeFailure.RefusedByFault.class, failure -> assertThat(failure.code())
                        .isEqualTo(OperationCode.OUT_OF_RANGE));
        assertThat(snapshots()).isEmpty();
        assertThat(store.count("create pvc-1")).isZero();
    }

    @Test
    void theSweepDoesNotTakeTheSnapshotOfACloneThatRuns() {
        var results = new ArrayList<VolumeDeleteResult>();
        store.duringWait = () -> results.add(executor.deleteUnusedSnapshot(
                new DeleteSnapshot("vol-a", "snap-1", false, DeletionCause.UNUSED),
                Optional.empty(),
                "pvc-1",
                deadline()));

        assertThat(executor.create(copy(new VolumeOrigin.OfVolume("vol-a", 1024, QUOTA), 1024), "", deadline()))
                .isInstanceOf(VolumeCreateResult.Created.class);
        assertThat(results).isNotEmpty().allSatisfy(result -> assertThat(result)
                .isInstanceOf(VolumeFailure.OtherOperation.class));
    }

    private List<ObservedSnapshot> snapshots() {
        return Optional.ofNullable(store.volumes.get("vol-a")).orElseThrow().snapshots();
    }

    private static String created(SnapshotCreateResult result) {
        assertThat(result).isInstanceOf(SnapshotCreateResult.Created.class);
        return ((SnapshotCreateResult.Created) result).snapshotId();
    }

    private static OperationRequest.Create copy(VolumeOrigin origin, long capacityMb) {
        return new OperationRequest.Create("pvc-1", "cluster-1", capacityMb, Set.of(), origin);
    }

    private Instant deadline() {
        return clock.now().plusSeconds(120);
    }
}
