package dev.vspherecloud.csi.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.DeletionState;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest.Create;
import dev.vspherecloud.csi.domain.OperationRequest.Delete;
import dev.vspherecloud.csi.domain.OperationRequest.Expand;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VolumeExecutorTest {
    private static final Create CREATE = new Create("pvc-1", "cluster-1", 1024, Set.of());
    private static final Create OTHER = new Create("pvc-2", "cluster-1", 1024, Set.of());

    private final ManualClock clock = new ManualClock();
    private final ScriptedVolumes store = new ScriptedVolumes(clock);
    private final MapRecords records = new MapRecords();
    private final List<VolumeCreateResult> others = new ArrayList<>();
    private final ScriptedGate gate = new ScriptedGate();
    private final ScriptedDisks disks = new ScriptedDisks();
    private int calls;

    @Test
    void aVolumeIsCreatedOnce() {
        VolumeExecutor<String> executor = executor();
        var created = new VolumeCreateResult.Created("vol-1", 1024, ScriptedVolumes.URL);

        assertThat(executor.create(CREATE, "gold", deadline())).isEqualTo(created);
        assertThat(store.calls).containsExactly("named pvc-1", "create pvc-1 gold", "await task-2");
        assertThat(executor.create(CREATE, "gold", deadline())).isEqualTo(created);
        assertThat(store.count("create")).isEqualTo(1);
    }

    @Test
    void cnsSaysTheDatastoreIfTheTaskDoesNot() {
        store.urlInTask = "";

        assertThat(executor().create(CREATE, "", deadline()))
                .isEqualTo(new VolumeCreateResult.Created("vol-1", 1024, ScriptedVolumes.URL));
        assertThat(store.calls).endsWith("volumes vol-1");
    }

    @Test
    void aVolumeWithoutDatastoreIsNotReturned() {
        store.urlInTask = "";
        store.duringWait = store.volumes::clear;

        assertThat(executor().create(CREATE, "", deadline())).isInstanceOf(VolumeFailure.Unavailable.class);
    }

    @Test
    void aVolumeWithAnotherSizeIsNotReturned() {
        store.add("vol-9", "pvc-1", 2048, ScriptedVolumes.URL);

        assertThat(executor().create(CREATE, "", deadline()))
                .isInstanceOfSatisfying(VolumeFailure.ExistsIncompatible.class, failure -> {
                    assertThat(failure.message()).contains("vol-9", "2048 MiB", "1024 MiB");
                    assertThat(failure.code()).isEqualTo(OperationCode.ALREADY_EXISTS);
                });
        assertThat(store.count("create")).isZero();
    }

    @Test
    void aFaultKeepsItsKind() {
        store.failure = new TaskResult.Failed(OperationCode.RESOURCE_EXHAUSTED, "no space");

        assertThat(executor().create(CREATE, "", deadline()))
                .isInstanceOfSatisfying(VolumeFailure.RefusedByFault.class, failure -> {
                    assertThat(failure.code()).isEqualTo(OperationCode.RESOURCE_EXHAUSTED);
                    assertThat(failure.message()).contains("no space");
                });
    }

    @Test
    void aTaskThatOutlivesItsCallIsFoundByTheNextOne() {
        VolumeExecutor<String> executor = executor();
        store.duration = Duration.ofSeconds(200);
        Instant deadline = deadline();

        assertThat(executor.create(CREATE, "", deadline)).isInstanceOf(VolumeFailure.StillRunning.class);
        assertThat(clock.now()).isEqualTo(deadline);
        clock.pass(Duration.ofSeconds(30));
        assertThat(executor.create(CREATE, "", clock.now().plusSeconds(120)))
                .isEqualTo(new VolumeCreateResult.Created("vol-1", 1024, ScriptedVolumes.URL));
        assertThat(store.count("create")).isEqualTo(1);
    }

    @Test
    void aWaitThatEndsEarlyIsRepeatedAfterAPause() {
        store.duration = Duration.ofSeconds(200);
        store.returnsEarly = true;

        assertThat(executor().create(CREATE, "", deadline())).isInstanceOf(VolumeFailure.StillRunning.class);
        assertThat(store.count("await")).isBetween(2L, 25L);
    }

    @Test
    void aSecondCallForTheSameVolumeIsAborted() {
        VolumeExecutor<String> executor = executor();
        store.duringWait = () -> others.add(executor.create(CREATE, "", deadline()));

        assertThat(executor.create(CREATE, "", deadline())).isInstanceOf(VolumeCreateResult.Created.class);
        assertThat(others).singleElement().isInstanceOf(VolumeFailure.OtherOperation.class);
        assertThat(clock.passed()).isEqualTo(store.duration);
    }

    @Test
    void anotherVolumeDoesNotWait() {
        VolumeExecutor<String> executor = executor();
        store.duringWait = () -> {
            store.duringWait = () -> {};
            others.add(executor.create(OTHER, "", deadline()));
        };

        assertThat(executor.create(CREATE, "", deadline())).isInstanceOf(VolumeCreateResult.Created.class);
        assertThat(others).singleElement().isInstanceOf(VolumeCreateResult.Created.class);
    }

    @Test
    void withoutAFreeSlotNothingIsStarted() {
        VolumeExecutor<String> executor = executor(1);
        store.duration = Duration.ofSeconds(10);
        store.duringWait =
                () -> others.add(executor.create(OTHER, "", clock.now().plusSeconds(3)));

        executor.create(CREATE, "", deadline());

        assertThat(others).singleElement().isInstanceOf(VolumeFailure.StillRunning.class);
        assertThat(clock.passed()).isEqualTo(Duration.ofSeconds(10));
        assertThat(store.count("create pvc-2")).isZero();
        assertThat(records.has("pvc-2")).isFalse();

        store.duringWait = () -> {};
        assertThat(executor.create(OTHER, "", deadline())).isInstanceOf(VolumeCreateResult.Created.class);
    }

    @Test
    void aVolumeInTheWrongPlaceIsDeletedFirst() {
        store.add("vol-9", "pvc-1", 1024, "ds:///old/");
        store.urlInTask = "ds:///new/";

        assertThat(executor(1).create(new Create("pvc-1", "cluster-1", 1024, Set.of("ds:///new/")), "", deadline()))
                .isEqualTo(new VolumeCreateResult.Created("vol-2", 1024, "ds:///new/"));
        assertThat(store.calls).contains("delete vol-9");
        assertThat(store.volumes).containsOnlyKeys("vol-2");
    }

    @Test
    void aRefusalToDeleteAVolumeInTheWrongPlaceIsNotFinal() {
        store.add("vol-9", "pvc-1", 1024, "ds:///old/");
        store.failure = new TaskResult.Failed(OperationCode.FAILED_PRECONDITION, "in use");

        assertThat(executor().create(new Create("pvc-1", "cluster-1", 1024, Set.of("ds:///new/")), "", deadline()))
                .isInstanceOfSatisfying(VolumeFailure.OtherOperation.class, failure -> assertThat(failure.message())
                        .contains("vol-9", "in use"));
        assertThat(store.count("create")).isZero();
    }

    @Test
    void aDeleteThatWasBegunIsFinishedBeforeTheNextCreate() {
        VolumeExecutor<String> executor = executor();
        executor.create(CREATE, "", deadline());
        store.duration = Duration.ofSeconds(200);
        assertThat(executor.delete(new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED), deadline()))
                .isInstanceOf(VolumeFailure.StillRunning.class);

        assertThat(executor.create(CREATE, "", clock.now().plusSeconds(600)))
                .isEqualTo(new VolumeCreateResult.Created("vol-4", 1024, ScriptedVolumes.URL));
        assertThat(store.count("delete")).isEqualTo(1);
        assertThat(store.volumes).containsOnlyKeys("vol-4");
    }

    @Test
    void aVolumeInUseIsNotDeletedFirst() {
        VolumeExecutor<String> executor = executor();
        executor.create(CREATE, "", deadline());
        store.duration = Duration.ofSeconds(200);
        executor.delete(new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED), deadline());
        store.volumes.put("vol-1", new ObservedVolume("vol-1", "renamed", 1024, "", Set.of("cluster-1"), true, false));

        assertThat(executor.create(CREATE, "", deadline()))
                .isInstanceOfSatisfying(VolumeFailure.OtherOperation.class, failure -> assertThat(failure.message())
                        .contains("vol-1", "names objects that use it"));
        assertThat(store.count("delete")).isEqualTo(1);
    }

    @Test
    void theGateIsAskedBeforeEachDelete() {
        VolumeExecutor<String> executor = executor();
        store.add("vol-8", "pvc-8", 1024, ScriptedVolumes.URL);
        store.add("vol-9", "pvc-1", 1024, "ds:///old/");

        executor.delete(new Delete("vol-8", "cluster-1", DeletionCause.REQUESTED), deadline());
        executor.create(new Create("pvc-1", "cluster-1", 1024, Set.of("ds:///new/")), "", deadline());

        assertThat(gate.calls).containsExactly("vol-8 REQUESTED", "vol-9 UNUSED");
        assertThat(store.volumes).doesNotContainKeys("vol-8", "vol-9");
    }

    @Test
    void whatTheGateStopsIsNotDeletedAndLeavesNoRecord() {
        gate.verdicts.put("vol-9", new DeletionVerdict.Stopped(List.of(), "pv-a and pv-b have it"));
        store.add("vol-9", "pvc-1", 1024, "ds:///old/");

        assertThat(executor().delete(new Delete("vol-9", "cluster-1", DeletionCause.REQUESTED), deadline()))
                .isInstanceOfSatisfying(VolumeFailure.RefusedByFault.class, failure -> {
                    assertThat(failure.code()).isEqualTo(OperationCode.FAILED_PRECONDITION);
                    assertThat(failure.message()).isEqualTo("delete-vol-9: pv-a and pv-b have it");
                });
        assertThat(executor().create(new Create("pvc-1", "cluster-1", 1024, Set.of("ds:///new/")), "", deadline()))
                .as("not final for the create")
                .isInstanceOfSatisfying(VolumeFailure.OtherOperation.class, failure -> assertThat(failure.message())
                        .contains("vol-9", "pv-a and pv-b have it"));
        assertThat(store.volumes).containsOnlyKeys("vol-9");
        assertThat(records.read("delete-vol-9", Duration.ZERO)).isInstanceOf(RecordState.Absent.class);
    }

    @Test
    void whatTheGateDoesNotKnowIsNotDeleted() {
        gate.verdicts.put("vol-9", new DeletionVerdict.Unknown("the API server does not answer"));
        store.add("vol-9", "pvc-9", 1024, ScriptedVolumes.URL);

        assertThat(executor().delete(new Delete("vol-9", "cluster-1", DeletionCause.REQUESTED), deadline()))
                .isInstanceOfSatisfying(VolumeFailure.Unavailable.class, failure -> assertThat(failure.message())
                        .contains("does not answer"));
        assertThat(store.volumes).containsKey("vol-9");
    }

    @Test
    void aVolumeIsDeletedOnce() {
        VolumeExecutor<String> executor = executor();
        store.add("vol-9", "pvc-1", 1024, ScriptedVolumes.URL);
        var delete = new Delete("vol-9", "cluster-1", DeletionCause.UNUSED);

        assertThat(executor.delete(delete, deadline())).isEqualTo(new VolumeDeleteResult.Deleted("vol-9"));
        assertThat(executor.delete(delete, deadline())).isEqualTo(new VolumeDeleteResult.Deleted("vol-9"));
        assertThat(store.count("delete")).isEqualTo(1);
    }

    /// Scenario 7 of csi-production 14: vCenter was restored from a backup that is older than the volume, so CNS does
    /// not show it. It is scanned later, and the delete that was answered then is no reason to keep it.
    @Test
    void scenario7AVolumeThatReappearsAfterItsDeleteIsDeletedAgain() {
        VolumeExecutor<String> executor = executor();
        executor.create(CREATE, "", deadline());
        var delete = new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED);
        store.volumes.clear();

        assertThat(executor.delete(delete, deadline())).isEqualTo(new VolumeDeleteResult.Deleted("vol-1"));
        assertThat(store.count("delete")).isZero();

        store.add("vol-1", "pvc-1", 1024, ScriptedVolumes.URL);
        assertThat(executor.delete(delete, deadline())).isEqualTo(new VolumeDeleteResult.Deleted("vol-1"));
        assertThat(store.volumes).isEmpty();
    }

    /// Scenario 7: the task is answered with NotFound, and CNS still shows the volume.
    @Test
    void scenario7NotFoundIsNoSuccessWhileCnsShowsTheVolume() {
        VolumeExecutor<String> executor = executor();
        executor.create(CREATE, "", deadline());
        store.failure = new TaskResult.Failed(OperationCode.NOT_FOUND, "NotFound");
        var delete = new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED);

        assertThat(executor.delete(delete, deadline())).isInstanceOf(VolumeFailure.class);

        store.duringWait = store.volumes::clear;
        assertThat(executor.delete(delete, deadline())).isEqualTo(new VolumeDeleteResult.Deleted("vol-1"));
    }

    @Test
    void anUnusedVolumeIsDeletedOnlyIfItsRecordIsUnchanged() {
        VolumeExecutor<String> executor = executor();
        executor.create(CREATE, "", deadline());
        store.add("vol-9", "pvc-1", 1024, ScriptedVolumes.URL);
        var delete = new Delete("vol-9", "cluster-1", DeletionCause.UNUSED);

        assertThat(executor.deleteUnused(delete, new RecordPrecondition("pvc-1", "0"), deadline()))
                .isInstanceOfSatisfying(VolumeFailure.OtherOperation.class, failure -> assertThat(failure.message())
                        .contains("pvc-1 has changed"));
        assertThat(store.volumes).containsKey("vol-9");
        assertThat(records.read("delete-vol-9", Duration.ZERO))
                .as("nothing is left that may run")
                .isInstanceOfSatisfying(RecordState.Present.class, present -> assertThat(
                                DeletionState.of(present.record(), clock.wallTime()))
                        .isEqualTo(DeletionState.NONE));

        var precondition = new RecordPrecondition("pvc-1", records.version("pvc-1"));
        assertThat(executor.deleteUnused(delete, precondition, deadline()))
                .isEqualTo(new VolumeDeleteResult.Deleted("vol-9"));
        assertThat(store.volumes).containsOnlyKeys("vol-1");
    }

    @Test
    void anExpandNeverShrinks() {
        VolumeExecutor<String> executor = executor();
        store.add("vol-9", "pvc-1", 2048, ScriptedVolumes.URL);

        assertThat(executor.expand(new Expand("vol-9", 1024), deadline()))
                .isEqualTo(new VolumeExpandResult.Expanded("vol-9", 2048));
        assertThat(store.count("expand")).isZero();
        assertThat(executor.expand(new Expand("vol-9", 4096), deadline()))
                .isEqualTo(new VolumeExpandResult.Expanded("vol-9", 4096));
        assertThat(store.calls).contains("expand vol-9 4096");
    }

    @Test
    void aVolumeOfAnotherVcenterIsNotCreatedAgain() {
        executor(1, "vc-1").create(CREATE, "", deadline());

        assertThat(executor(1, "vc-2").create(CREATE, "", deadline()))
                .isInstanceOfSatisfying(VolumeFailure.OtherVcenter.class, failure -> assertThat(failure.vcenter())
                        .isEqualTo("vc-1"));
        assertThat(store.count("create")).isEqualTo(1);
        assertThat(executor(1, "vc-1").create(CREATE, "", deadline())).isInstanceOf(VolumeCreateResult.Created.class);
    }

    @Test
    void anInterruptEndsTheCall() {
        VolumeExecutor<String> executor = executor();
        store.returnsEarly = true;
        store.duringWait = () -> Thread.currentThread().interrupt();

        assertThat(executor.create(CREATE, "", deadline())).isInstanceOf(VolumeFailure.Unavailable.class);
        assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
    }

    @Test
    void aVolumeGetsTheUidOfItsClaimWhereTheClientMayChoose() {
        var claim = new Create("pvc-6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11", "cluster-1", 1024, Set.of());
        assertThat(store.acceptsChosenIds).isFalse();
        assertThat(executor().create(claim, "", deadline()))
                .isEqualTo(new VolumeCreateResult.Created("vol-1", 1024, ScriptedVolumes.URL));

        store.acceptsChosenIds = true;
        var other = new Create("pvc-0d3c1111-1b1f-4c1c-9b9f-8c5a9d0d3c11", "cluster-1", 1024, Set.of());
        assertThat(executor().create(other, "", deadline()))
                .isEqualTo(new VolumeCreateResult.Created(
                        "0d3c1111-1b1f-4c1c-9b9f-8c5a9d0d3c11", 1024, ScriptedVolumes.URL));
    }

    /// A call to delete the first volume may still be on its way.
    @Test
    void aChosenIdIsNotUsedAgain() {
        store.acceptsChosenIds = true;
        String id = "6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11";
        var claim = new Create("pvc-" + id, "cluster-1", 1024, Set.of());
        VolumeExecutor<String> executor = executor();

        assertThat(executor.create(claim, "", deadline()))
                .isEqualTo(new VolumeCreateResult.Created(id, 1024, ScriptedVolumes.URL));
        assertThat(executor.delete(new Delete(id, "cluster-1", DeletionCause.REQUESTED), deadline()))
                .isInstanceOf(VolumeDeleteResult.Deleted.class);

        assertThat(executor.create(claim, "", deadline()))
                .isInstanceOfSatisfying(VolumeCreateResult.Created.class, created -> assertThat(created.volumeId())
                        .startsWith("vol-"));
    }

    /// Another client has made a volume with the id of one that was deleted.
    @Test
    void aDeleteLooksForALaterVolumeWithTheSameId() {
        store.add("vol-1", "pvc-1", 1024, ScriptedVolumes.URL);
        VolumeExecutor<String> executor = executor();
        assertThat(executor.delete(new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED), deadline()))
                .isInstanceOf(VolumeDeleteResult.Deleted.class);
        store.add("vol-1", "pvc-1", 1024, ScriptedVolumes.URL);

        assertThat(executor.delete(new Delete("vol-1", "cluster-1", DeletionCause.REQUESTED), deadline()))
                .isInstanceOf(VolumeDeleteResult.Deleted.class);

        assertThat(store.volumes).isEmpty();
    }

    @Test
    void anOrdinaryCreateSearchesNothing() {
        assertThat(executor().create(CREATE, "", deadline())).isInstanceOf(VolumeCreateResult.Created.class);

        assertThat(store.count("search")).isZero();
    }

    private Instant deadline() {
        return clock.now().plusSeconds(120);
    }

    private VolumeExecutor<String> executor() {
        return executor(VolumeExecutor.MAX_TASKS);
    }

    private VolumeExecutor<String> executor(int maxTasks) {
        return executor(maxTasks, "");
    }

    private VolumeExecutor<String> executor(int maxTasks, String vcenter) {
        return new VolumeExecutor<>(
                store,
                records,
                gate,
                disks,
                clock,
                OperationLimits.standard(),
                vcenter,
                () -> "call-" + ++calls,
                maxTasks);
    }
}
