package dev.vspherecloud.csi.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest.Create;
import dev.vspherecloud.csi.domain.OperationRequest.CreateSnapshot;
import dev.vspherecloud.csi.domain.OperationRequest.Delete;
import dev.vspherecloud.csi.domain.OperationRequest.DeleteSnapshot;
import dev.vspherecloud.csi.domain.OperationRequest.Expand;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Volumes that CNS does not list, whose disks exist, or perhaps exist.
class ForgottenVolumesTest {
    private static final String ID = "vol-9";
    private static final Delete DELETE = new Delete(ID, "cluster-1", DeletionCause.REQUESTED);
    private static final DiskPresence PRESENT = new DiskPresence.Present("datastore ds-1 has its disk");

    private final ManualClock clock = new ManualClock();
    private final ScriptedVolumes store = new ScriptedVolumes(clock);
    private final MapRecords records = new MapRecords();
    private final ScriptedDisks disks = new ScriptedDisks();
    private final RegistrationRecords registrations = new RegistrationRecords(records, clock::now);
    private int calls;
    private final VolumeExecutor<String> executor = new VolumeExecutor<>(
            store,
            records,
            new ScriptedGate(),
            disks,
            clock,
            OperationLimits.standard(),
            "",
            () -> "call-" + ++calls,
            VolumeExecutor.MAX_TASKS);

    @Test
    void aVolumeWithoutDiskIsDeleted() {
        assertThat(executor.delete(DELETE, deadline())).isEqualTo(new VolumeDeleteResult.Deleted(ID));
        assertThat(disks.calls).containsExactly("find " + ID);
    }

    @Test
    void aDiskThatExistsIsRegisteredAndNotTakenForDeleted() {
        disks.disks.put(ID, PRESENT);

        assertThat(executor.delete(DELETE, deadline()))
                .isInstanceOfSatisfying(VolumeFailure.Unavailable.class, failure -> assertThat(failure.message())
                        .endsWith("CNS does not list volume vol-9, and datastore ds-1 has its disk; it was registered"
                                + " again; the call is repeated"));
        assertThat(disks.calls).containsExactly("find " + ID, "register vol-9 -");
        assertThat(store.count("delete")).isZero();
    }

    @Test
    void aDiskThatPerhapsExistsIsNotTakenForDeleted() {
        disks.disks.put(ID, new DiskPresence.Unknown("datastore ds-2 is inaccessible"));

        assertThat(executor.delete(DELETE, deadline()))
                .isInstanceOfSatisfying(VolumeFailure.Unavailable.class, failure -> assertThat(failure.message())
                        .endsWith("it is not known whether its disk exists: datastore ds-2 is inaccessible"));
        assertThat(disks.calls).containsExactly("find " + ID);
    }

    @Test
    void aVolumeThatWasRegisteredAgainIsNotDeletedForHalfAnHour() {
        assertThat(registrations.begin(ID, Duration.ofSeconds(10))).isEmpty();
        store.add(ID, "pvc-9", 1024, ScriptedVolumes.URL);
        clock.pass(Duration.ofMinutes(34));

        assertThat(executor.delete(DELETE, deadline()))
                .isInstanceOfSatisfying(VolumeFailure.Unavailable.class, failure -> assertThat(failure.message())
                        .contains("CNS had forgotten the volume", "which other clusters use its disk"));
        assertThat(store.count("delete")).isZero();

        clock.pass(Duration.ofMinutes(1));
        assertThat(executor.delete(DELETE, deadline())).isEqualTo(new VolumeDeleteResult.Deleted(ID));
        assertThat(store.count("delete")).isEqualTo(1);
    }

    @Test
    void aClusterThatClaimsTheDiskMeanwhileStopsTheDelete() {
        assertThat(registrations.begin(ID, Duration.ofSeconds(10))).isEmpty();
        store.add(ID, "pvc-9", 1024, ScriptedVolumes.URL, Set.of("cluster-1", "cluster-2"));
        clock.pass(Duration.ofMinutes(36));

        assertThat(executor.delete(DELETE, deadline()))
                .isInstanceOfSatisfying(VolumeFailure.RefusedByFault.class, failure -> assertThat(failure.message())
                        .contains("the cluster cluster-2 refers to it"));
    }

    /// The record of a delete that was done long ago is no reason to forget the wait.
    @Test
    void aRegistrationIsRecordedBesideEarlierAttempts() {
        store.add(ID, "pvc-9", 1024, ScriptedVolumes.URL);
        assertThat(executor.delete(DELETE, deadline())).isEqualTo(new VolumeDeleteResult.Deleted(ID));
        store.add(ID, "pvc-9", 1024, ScriptedVolumes.URL);
        assertThat(registrations.begin(ID, Duration.ofSeconds(10))).isEmpty();

        assertThat(executor.delete(DELETE, deadline())).isInstanceOf(VolumeFailure.Unavailable.class);
        assertThat(store.count("delete")).isEqualTo(1);
    }

    @Test
    void aRegistrationThatCannotBeRecordedIsSaid() {
        records.refusal = Optional.of("no permission");

        assertThat(registrations.begin(ID, Duration.ofSeconds(10))).contains("no permission");
    }

    /// The answer of the delete was lost. CNS does not list the volume any more, and its disk is about to go.
    @Test
    void aDiskThatIsBeingDeletedIsNotRegistered() {
        store.add(ID, "pvc-9", 1024, ScriptedVolumes.URL);
        store.losesAnswers = true;
        disks.disks.put(ID, PRESENT);

        assertThat(executor.delete(DELETE, deadline())).isInstanceOf(VolumeFailure.StillRunning.class);
        assertThat(disks.calls).isNotEmpty().allMatch(call -> call.equals("find " + ID));

        disks.disks.remove(ID);
        assertThat(executor.delete(DELETE, deadline())).isEqualTo(new VolumeDeleteResult.Deleted(ID));
        assertThat(store.count("delete")).isEqualTo(1);
    }

    @Test
    void aForgottenVolumeIsNotTakenForAMistakeOfTheUser() {
        disks.disks.put(ID, PRESENT);

        assertThat(executor.expand(new Expand(ID, 2048), deadline())).isInstanceOf(VolumeFailure.Unavailable.class);
        assertThat(executor.createSnapshot(snapshot(), deadline())).isInstanceOf(VolumeFailure.Unavailable.class);
        disks.disks.clear();
        assertThat(executor.expand(new Expand(ID, 2048), deadline()))
                .isInstanceOfSatisfying(VolumeFailure.RefusedByFault.class, failure -> assertThat(failure.code())
                        .isEqualTo(OperationCode.NOT_FOUND));
        assertThat(executor.createSnapshot(snapshot(), deadline()))
                .isInstanceOfSatisfying(VolumeFailure.RefusedByFault.class, failure -> assertThat(failure.code())
                        .isEqualTo(OperationCode.NOT_FOUND));
    }

    @Test
    void aSnapshotOfAForgottenVolumeIsNotTakenForDeleted() {
        var delete = new DeleteSnapshot(ID, "snap-1", false, DeletionCause.REQUESTED);
        disks.disks.put(ID, PRESENT);

        assertThat(executor.deleteSnapshot(delete, deadline())).isInstanceOf(VolumeFailure.Unavailable.class);
        disks.disks.clear();
        assertThat(executor.deleteSnapshot(delete, deadline())).isEqualTo(new VolumeDeleteResult.Deleted("snap-1"));
    }

    @Test
    void theVolumeOfARecordedCreateIsRegisteredByItsName() {
        var create = new Create("pvc-1", "cluster-1", 1024, Set.of(ScriptedVolumes.URL));
        assertThat(executor.create(create, "", deadline())).isInstanceOf(VolumeCreateResult.Created.class);
        store.volumes.clear();
        disks.disks.put("vol-1", PRESENT);

        assertThat(executor.create(create, "", deadline())).isInstanceOf(VolumeFailure.Unavailable.class);
        assertThat(disks.calls).containsExactly("find vol-1", "register vol-1 pvc-1");
        assertThat(store.count("create")).isEqualTo(1);
    }

    private static CreateSnapshot snapshot() {
        return new CreateSnapshot("snapshot-1", ID, new SnapshotQuota(3, 3, 3), false);
    }

    private Instant deadline() {
        return clock.now().plusSeconds(30);
    }
}
