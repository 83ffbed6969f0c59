package dev.vspherecloud.csi.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.csi.controller.snapshot.SnapshotHandler;
import dev.vspherecloud.csi.controller.snapshot.SnapshotListResult;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsRequest;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsResponse;
import dev.vspherecloud.csi.protocol.v1.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotHandlerTest {
    private static final String VOLUME = "0f4a0e0c-1111-4222-8333-444455556666";
    private static final String HANDLE = VOLUME + "+1f4a0e0c-1111-4222-8333-444455556666";
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
    private static final GrpcCall CALL =
            new GrpcCall("/csi.v1.Controller/Test", Duration.ofMinutes(5), System::nanoTime);

    private final ScriptedSnapshots snapshots = new ScriptedSnapshots();
    private final SnapshotHandler handler =
            new SnapshotHandler(() -> snapshots, CsiMetrics.system().volumes(), InstantSource.fixed(NOW));

    @Test
    void aSnapshotHasSizeAndTimeAndIsReady() throws InterruptedException {
        Snapshot snapshot =
                handler.createSnapshot(create("snapshot-1", VOLUME), CALL).getSnapshot();

        assertThat(snapshots.calls).containsExactly("create snapshot-1 of " + VOLUME);
        assertThat(snapshot.getSnapshotId()).isEqualTo(VOLUME + "+s-1");
        assertThat(snapshot.getSourceVolumeId()).isEqualTo(VOLUME);
        assertThat(snapshot.getSizeBytes()).isEqualTo(1L << 30);
        assertThat(snapshot.getCreationTime().getSeconds()).isEqualTo(ScriptedSnapshots.CREATED.getEpochSecond());
        assertThat(snapshot.getCreationTime().getNanos()).isEqualTo(6_000);
        assertThat(snapshot.getReadyToUse()).isTrue();
    }

    @Test
    void aSnapshotWithoutATimeIsNotFrom1970() throws InterruptedException {
        snapshots.created = new SnapshotCreateResult.Created(VOLUME, "s-1", 1024, Optional.empty());

        Snapshot snapshot =
                handler.createSnapshot(create("snapshot-1", VOLUME), CALL).getSnapshot();

        assertThat(snapshot.getCreationTime().getSeconds()).isEqualTo(NOW.getEpochSecond());
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0f4a0e0c-1111-4222-8333-444455556666, INVALID_ARGUMENT, found the snapshot name",
        "s, '', INVALID_ARGUMENT, found no volume id",
        "s, file:0f4a0e0c-1111-4222-8333-444455556666, INVALID_ARGUMENT, found a file volume as the source",
        "s, '[ds] kubevols/a.vmdk', UNIMPLEMENTED, found a volume of the in-tree driver as the source",
        "s, fake-vol-id, NOT_FOUND, expected a UUID"
    })
    void aRequestThatCannotSucceedIsRefused(String name, String source, GrpcCode code, String part) {
        assertFails(() -> handler.createSnapshot(create(name, source), CALL), code, part);
        assertThat(snapshots.calls).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"FAILED_PRECONDITION", "NOT_FOUND", "PERMISSION_DENIED", "INTERNAL"})
    void aRefusalKeepsItsCode(OperationCode code) {
        snapshots.created = new VolumeFailure.RefusedByFault(code, "why");
        snapshots.deleted = new VolumeFailure.RefusedByFault(code, "why");

        assertFails(() -> handler.createSnapshot(create("s", VOLUME), CALL), GrpcCode.valueOf(code.name()), "why");
        assertFails(() -> handler.deleteSnapshot(delete(HANDLE), CALL), GrpcCode.valueOf(code.name()), "why");
    }

    @Test
    void aSnapshotOfAnotherVolumeHasTheName() {
        snapshots.created = new VolumeFailure.ExistsIncompatible("exists of volume");

        assertFails(
                () -> handler.createSnapshot(create("s", VOLUME), CALL), GrpcCode.ALREADY_EXISTS, "exists of volume");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reallyfakesnapshotid", "a+b", "0f4a0e0c-1111-4222-8333-444455556666+x"})
    void deletingWhatCannotExistIsASuccess(String id) throws InterruptedException {
        handler.deleteSnapshot(delete(id), CALL);

        assertThat(snapshots.calls).isEmpty();
    }

    @Test
    void deletesASnapshot() throws InterruptedException {
        handler.deleteSnapshot(delete(HANDLE), CALL);

        assertThat(snapshots.calls).containsExactly("delete " + HANDLE);
        assertFails(() -> handler.deleteSnapshot(delete(""), CALL), GrpcCode.INVALID_ARGUMENT, "found no snapshot id");
    }

    @Test
    void listsByWhatIsAsked() throws InterruptedException {
        handler.listSnapshots(
                ListSnapshotsRequest.newBuilder().setSnapshotId(HANDLE).build(), CALL);
        handler.listSnapshots(
                ListSnapshotsRequest.newBuilder().setSourceVolumeId(VOLUME).build(), CALL);
        handler.listSnapshots(
                ListSnapshotsRequest.newBuilder()
                        .setStartingToken(HANDLE)
                        .setMaxEntries(2)
                        .build(),
                CALL);

        assertThat(snapshots.calls).containsExactly("find " + HANDLE, "of " + VOLUME, "list \"" + HANDLE + "\" 3");
    }

    @ParameterizedTest
    @CsvSource({
        "none-exist-id, ''",
        "'', none-exist-id",
        "0f4a0e0c-1111-4222-8333-444455556666+1f4a0e0c-1111-4222-8333-444455556666, other"
    })
    void whatCannotExistIsAnEmptyList(String snapshot, String volume) throws InterruptedException {
        ListSnapshotsResponse response = handler.listSnapshots(
                ListSnapshotsRequest.newBuilder()
                        .setSnapshotId(snapshot)
                        .setSourceVolumeId(volume)
                        .build(),
                CALL);

        assertThat(response.getEntriesList()).isEmpty();
        assertThat(snapshots.calls).isEmpty();
    }

    @Test
    void pagesAreInTheOrderOfHandles() throws InterruptedException {
        List<String> handles = List.of("c", "a", "b").stream()
                .map(digit -> VOLUME + "+" + digit + "f4a0e0c-1111-4222-8333-444455556666")
                .toList();
        snapshots.listed = new SnapshotListResult.Complete(handles.stream()
                .map(handle -> new SnapshotListResult.Entry(handle, VOLUME, 1, Optional.empty(), ""))
                .toList());

        ListSnapshotsResponse first = handler.listSnapshots(
                ListSnapshotsRequest.newBuilder().setMaxEntries(2).build(), CALL);
        ListSnapshotsResponse second = handler.listSnapshots(
                ListSnapshotsRequest.newBuilder()
                        .setMaxEntries(2)
                        .setStartingToken(first.getNextToken())
                        .build(),
                CALL);

        assertThat(ids(first)).containsExactly(handles.get(1), handles.get(2));
        assertThat(ids(second)).containsExactly(handles.get(0));
        assertThat(second.getNextToken()).isEmpty();
    }

    private static List<String> ids(ListSnapshotsResponse response) {
        return response.getEntriesList().stream()
                .map(entry -> entry.getSnapshot().getSnapshotId())
                .toList();
    }

    @Test
    void aPageOfAnySizeIsWholeOrTheLast() throws InterruptedException {
        ListSnapshotsResponse _ = handler.listSnapshots(
                ListSnapshotsRequest.newBuilder()
                        .setMaxEntries(Integer.MAX_VALUE)
                        .build(),
                CALL);

        assertThat(snapshots.calls).containsExactly("list \"\" 0");
    }

    @Test
    void aListIsCompleteOrUnavailable() {
        snapshots.listed = new SnapshotListResult.Incomplete("vCenter a did not list all");

        assertFails(
                () -> handler.listSnapshots(ListSnapshotsRequest.getDefaultInstance(), CALL),
                GrpcCode.UNAVAILABLE,
                "did not list all");
        assertFails(
                () -> handler.listSnapshots(
                        ListSnapshotsRequest.newBuilder()
                                .setStartingToken("invalid-token")
                                .build(),
                        CALL),
                GrpcCode.ABORTED,
                "found a starting token");
        assertFails(
                () -> handler.listSnapshots(
                        ListSnapshotsRequest.newBuilder().setMaxEntries(-1).build(), CALL),
                GrpcCode.INVALID_ARGUMENT,
                "negative number");
    }

    private static CreateSnapshotRequest create(String name, String source) {
        return CreateSnapshotRequest.newBuilder()
                .setName(name)
                .setSourceVolumeId(source)
                .build();
    }

    private static DeleteSnapshotRequest delete(String id) {
        return DeleteSnapshotRequest.newBuilder().setSnapshotId(id).build();
    }

    private static void assertFails(ThrowingCallable call, GrpcCode code, String part) {
        assertThatThrownBy(call).isInstanceOfSatisfying(GrpcException.class, failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure).hasMessageContaining(part);
        });
    }
}
