package dev.vspherecloud.csi.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.snapshot.SnapshotReason;
import dev.vspherecloud.csi.controller.RecordingApi.Posted;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotRequest;
import dev.vspherecloud.csi.vcenter.FaultForm;
import dev.vspherecloud.csi.vcenter.FaultForm.Sample;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every refusal to create or to delete a snapshot: what csi-snapshotter gets, and the Event.
class SnapshotRefusalTest {
    private static final String VOLUME = VolumeWorld.VOLUME;
    private static final String NAME = "snapshot-2f4a0e0c-1111-4222-8333-444455556666";
    private static final String CREATE = NAME + "-" + VOLUME + ": ";
    private static final String DELETE = "deletesnapshot-" + RecordingApi.SNAPSHOT.replace('+', '-') + ": ";

    /// A refusal.
    ///
    /// @param given prepares the cluster
    /// @param event the reason of the Event; empty if there is none
    record Refusal(
            String name,
            boolean isDelete,
            Consumer<VolumeWorld> given,
            GrpcCode code,
            Optional<ReasonCode> event,
            String sentence) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Refusal create(
            String name, GrpcCode code, ReasonCode event, Consumer<VolumeWorld> given, String sentence) {
        return new Refusal(name, false, given, code, Optional.of(event), sentence);
    }

    private static Refusal passing(String name, GrpcCode code, Consumer<VolumeWorld> given, String sentence) {
        return new Refusal(name, false, given, code, Optional.empty(), sentence);
    }

    private static Stream<Refusal> fault(GrpcCode code, SnapshotReason event, Sample sample, String template) {
        return fault(code, Optional.of(event), sample, template);
    }

    private static Refusal stopped(
            String name, GrpcCode code, Optional<ReasonCode> event, DeletionVerdict verdict, String sentence) {
        return new Refusal(name, true, world -> withSnapshot(world).verdict = verdict, code, event, DELETE + sentence);
    }

    private static VolumeWorld withSnapshot(VolumeWorld world) {
        world.volumes.add(new ObservedVolume(
                VOLUME,
                "pvc-1",
                1024,
                VolumeWorld.URL,
                Set.of("cluster-1"),
                false,
                false,
                List.of(new ObservedSnapshot("1f4a0e0c-1111-4222-8333-444455556666", "nightly", Optional.empty()))));
        return world;
    }

    private static Stream<Refusal> fault(GrpcCode code, Optional<ReasonCode> event, Sample sample, String template) {
        return FaultForm.all()
                .map(form -> new Refusal(
                        form + " " + sample,
                        false,
                        world -> world.volume("pvc-1", 1024, 0).fails(form.read(sample)),
                        code,
                        event,
                        CREATE + form.sentence(template, sample)));
    }

    private static Stream<Refusal> delete(GrpcCode code, SnapshotReason event, Sample sample, String template) {
        return FaultForm.all()
                .map(form -> new Refusal(
                        "delete with %s %s".formatted(form, sample),
                        true,
                        world -> withSnapshot(world).fails(form.read(sample)),
                        code,
                        Optional.of(event),
                        DELETE + form.sentence(template, sample)));
    }

    static Stream<Refusal> refusals() {
        return Stream.concat(decisions(), faults());
    }

    private static Stream<Refusal> faults() {
        Sample full = Sample.of("NoDiskSpace", "full").with("datastore", "gold-1");
        Sample denied = Sample.of("NoPermission", "denied").with("privilegeId", "Datastore.FileManagement");
        Sample busy = Sample.of("ResourceInUse", "busy").with("name", "w-1");
        Sample broken = Sample.of("SystemError", "broken");
        String inUse = "the volume is in use[ by w-1|] (TEXT); detach it first";
        String lacks = "the account lacks [Datastore.FileManagement|a privilege] on an object (TEXT); add the privilege"
                + " to its role";
        String failed = "vCenter failed with SystemError (TEXT); look for it in the log of the vCenter";
        return Stream.of(
                        fault(
                                GrpcCode.UNAVAILABLE,
                                Optional.empty(),
                                Sample.of("InvalidDatastoreState", "in maintenance")
                                        .with("datastoreName", "gold-1"),
                                "vCenter cannot do it now: InvalidDatastoreState ([gold-1: |]TEXT); repair the host or"
                                        + " the datastore; the call is repeated"),
                        fault(
                                GrpcCode.RESOURCE_EXHAUSTED,
                                SnapshotReason.SNAPSHOT_DATASTORE_FULL,
                                full,
                                "vCenter has not enough space[ on datastore gold-1|] (TEXT); free space, or use another"
                                        + " datastore"),
                        fault(GrpcCode.PERMISSION_DENIED, SnapshotReason.SNAPSHOT_PRIVILEGE_MISSING, denied, lacks),
                        fault(GrpcCode.FAILED_PRECONDITION, SnapshotReason.SNAPSHOT_REFUSED, busy, inUse),
                        fault(
                                GrpcCode.INVALID_ARGUMENT,
                                SnapshotReason.SNAPSHOT_REFUSED,
                                Sample.of("InvalidArgument", "wrong").with("invalidProperty", "description"),
                                "vCenter does not accept [description|a value] (TEXT)"),
                        fault(GrpcCode.INTERNAL, SnapshotReason.SNAPSHOT_REFUSED, broken, failed),
                        delete(GrpcCode.PERMISSION_DENIED, SnapshotReason.SNAPSHOT_PRIVILEGE_MISSING, denied, lacks),
                        delete(GrpcCode.FAILED_PRECONDITION, SnapshotReason.SNAPSHOT_REFUSED, busy, inUse),
                        delete(GrpcCode.INTERNAL, SnapshotReason.SNAPSHOT_REFUSED, broken, failed))
                .flatMap(Function.identity());
    }

    private static Stream<Refusal> decisions() {
        return Stream.of(
                create(
                        "a volume that CNS does not have",
                        GrpcCode.NOT_FOUND,
                        SnapshotReason.SNAPSHOT_SOURCE_MISSING,
                        _ -> {},
                        CREATE + "volume " + VOLUME
                                + " does not exist in CNS, nor does its disk; check the source of the snapshot"),
                create(
                        "a volume with as many snapshots as are allowed",
                        GrpcCode.FAILED_PRECONDITION,
                        SnapshotReason.SNAPSHOT_REFUSED,
                        world -> world.volume("pvc-1", 1024, 3),
                        CREATE + "found 3 snapshots of volume " + VOLUME + ", expected fewer than 3; delete one, or"
                                + " raise the limit in the section [Snapshot]"),
                create(
                        "a name that another volume has",
                        GrpcCode.ALREADY_EXISTS,
                        SnapshotReason.SNAPSHOT_NAME_TAKEN,
                        world -> world.nameConflict =
                                Optional.of(new VolumeFailure.ExistsIncompatible("another volume has the name")),
                        "another volume has the name"),
                create(
                        "a vCenter without snapshots",
                        GrpcCode.FAILED_PRECONDITION,
                        SnapshotReason.SNAPSHOT_REFUSED,
                        world -> world.volume("pvc-1", 1024, 0).sent =
                                new SendResult.Refused(OperationCode.FAILED_PRECONDITION, "vCenter is too old"),
                        CREATE + "vCenter is too old"),
                create(
                        "a login that is refused",
                        GrpcCode.UNAVAILABLE,
                        VsphereReason.LOGIN_REFUSED,
                        world -> {
                            world.volume("pvc-1", 1024, 0).sent =
                                    new SendResult.Refused(OperationCode.UNAVAILABLE, "the login is refused");
                            world.accessReason = Optional.of(VsphereReason.LOGIN_REFUSED);
                        },
                        CREATE + "the login is refused"),
                passing(
                        "CNS without an answer",
                        GrpcCode.UNAVAILABLE,
                        world -> world.cnsAnswers = false,
                        CREATE + "CNS does not return the volumes"),
                passing(
                        "a record that is not read",
                        GrpcCode.UNAVAILABLE,
                        world -> world.stored = new RecordState.Unanswered("the API server does not answer"),
                        CREATE + "the API server does not answer"),
                passing(
                        "a task that still runs",
                        GrpcCode.DEADLINE_EXCEEDED,
                        world -> world.volume("pvc-1", 1024, 0).ended = new TaskResult.Running(),
                        CREATE + "an attempt may still run; the call is repeated"),
                stopped(
                        "a snapshot that another object names",
                        GrpcCode.FAILED_PRECONDITION,
                        Optional.of(SnapshotReason.SNAPSHOT_REFUSED),
                        new DeletionVerdict.Stopped(List.of(), "the VolumeSnapshotContents a and b have this snapshot"),
                        "the VolumeSnapshotContents a and b have this snapshot"),
                stopped(
                        "a snapshot of which not everything is known",
                        GrpcCode.UNAVAILABLE,
                        Optional.empty(),
                        new DeletionVerdict.Unknown("the API server does not answer"),
                        "the API server does not answer"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void theSnapshotterGetsACodeAndTheObjectAnEvent(Refusal refusal) throws InterruptedException {
        var world = new VolumeWorld();
        refusal.given().accept(world);

        GrpcException failure = world.failure(controller -> {
            if (refusal.isDelete()) {
                controller.deleteSnapshot(
                        DeleteSnapshotRequest.newBuilder()
                                .setSnapshotId(RecordingApi.SNAPSHOT)
                                .build(),
                        StubServices.CALL);
            } else {
                controller.createSnapshot(
                        CreateSnapshotRequest.newBuilder()
                                .setName(NAME)
                                .setSourceVolumeId(VOLUME)
                                .build(),
                        StubServices.CALL);
            }
        });

        assertThat(failure.getMessage()).isEqualTo(refusal.sentence());
        assertThat(failure.code()).isEqualTo(refusal.code());
        String about = refusal.isDelete() ? "VolumeSnapshotContent snapcontent-1" : "shop/VolumeSnapshot nightly";
        assertThat(world.posted())
                .isEqualTo(refusal.event().stream()
                        .map(event -> new Posted(about, "Warning", event.text(), refusal.sentence()))
                        .toList());
    }

    /// A new reason has no case here: add one.
    @Test
    void everyReasonHasACase() {
        assertThat(refusals().flatMap(refusal -> refusal.event().stream()).collect(Collectors.toSet()))
                .containsAll(Arrays.asList(SnapshotReason.values()));
        assertThat(refusals()).hasSize(37);
    }
}
