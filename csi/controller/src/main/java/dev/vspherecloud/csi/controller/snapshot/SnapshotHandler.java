package dev.vspherecloud.csi.controller.snapshot;

import com.google.protobuf.Timestamp;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.controller.request.CallResults;
import dev.vspherecloud.csi.controller.request.CreateRequestReader;
import dev.vspherecloud.csi.controller.request.HandleResult;
import dev.vspherecloud.csi.controller.request.HandleUse;
import dev.vspherecloud.csi.controller.request.VolumeHandlePolicy;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.metrics.FaultType;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.metrics.VolumeOperation;
import dev.vspherecloud.csi.metrics.VolumeType;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotResponse;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotResponse;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsRequest;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsResponse;
import dev.vspherecloud.csi.protocol.v1.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the calls about snapshots, of csi-snapshotter.
///
/// Nothing of a request but names and handles is logged: it may contain secrets.
///
/// Threads: each call has a thread of its own.
public final class SnapshotHandler {
    private static final Logger log = LoggerFactory.getLogger(SnapshotHandler.class);

    private static final long MEBIBYTE = 1L << 20;

    private final Supplier<Snapshots> snapshots;
    private final VolumeMetrics metrics;
    private final InstantSource clock;

    /// Creates the handler.
    ///
    /// @param snapshots returns the snapshots, or throws a `GrpcException` while this process is not the active one
    /// @param clock     the time for a snapshot without one
    public SnapshotHandler(Supplier<Snapshots> snapshots, VolumeMetrics metrics, InstantSource clock) {
        this.snapshots = snapshots;
        this.metrics = metrics;
        this.clock = clock;
    }

    public CreateSnapshotResponse createSnapshot(CreateSnapshotRequest request, GrpcCall call)
            throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.CREATE_SNAPSHOT)) {
            String name = request.getName();
            if (!CreateRequestReader.isName(name)) {
                measured.failed(VolumeType.BLOCK, FaultType.INVALID_ARGUMENT);
                throw new GrpcException(
                        GrpcCode.INVALID_ARGUMENT,
                        "found the snapshot name %s, expected 1 to 128 bytes without control characters; correct the request"
                                .formatted(RawValue.printable(name)));
            }
            VolumeHandle.Block source = source(request.getSourceVolumeId(), measured);
            return switch (snapshots.get().create(name, source, CallResults.budget(call))) {
                case SnapshotCreateResult.Created created -> {
                    measured.passed(VolumeType.BLOCK);
                    log.atInfo()
                            .addKeyValue("snapshot", name)
                            .addKeyValue("volume", created.volumeId())
                            .addKeyValue("id", created.snapshotId())
                            .log("Snapshot is created");
                    yield CreateSnapshotResponse.newBuilder()
                            .setSnapshot(message(new SnapshotListResult.Entry(
                                    new SnapshotHandle(source, created.snapshotId()).text(),
                                    source.text(),
                                    created.capacityMb() * MEBIBYTE,
                                    created.created(),
                                    name)))
                            .build();
                }
                case VolumeFailure failure -> {
                    measured.failed(VolumeType.BLOCK, CallResults.faultType(failure.code()));
                    throw CallResults.failed("create snapshot", name, failure);
                }
            };
        }
    }

    private static VolumeHandle.Block source(String text, VolumeMetrics.Measurement measured) {
        return switch (VolumeHandlePolicy.evaluate(text, HandleUse.CREATE_SNAPSHOT)) {
            case HandleResult.Usable(VolumeHandle.Block block) -> block;
            case HandleResult.Refused(VolumeError error) -> {
                measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
                throw CallResults.refused(error);
            }
            case HandleResult.Usable _, HandleResult.NothingToDo _ ->
                throw new IllegalStateException("not a result for a snapshot: " + text);
        };
    }

    public DeleteSnapshotResponse deleteSnapshot(DeleteSnapshotRequest request, GrpcCall call)
            throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.DELETE_SNAPSHOT)) {
            String text = request.getSnapshotId();
            if (text.isEmpty()) {
                measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
                throw new GrpcException(
                        GrpcCode.INVALID_ARGUMENT, "found no snapshot id, expected one; correct the request");
            }
            Optional<SnapshotHandle> handle = SnapshotHandle.parse(text);
            if (handle.isEmpty()) {
                measured.passed(VolumeType.UNKNOWN);
                log.atInfo()
                        .addKeyValue(
                                "cause",
                                "found the snapshot id %s, expected <UUID>+<UUID>; no snapshot has such an id"
                                        .formatted(RawValue.printable(text)))
                        .log("Nothing to delete");
                return DeleteSnapshotResponse.getDefaultInstance();
            }
            switch (snapshots.get().delete(handle.get(), CallResults.budget(call))) {
                case VolumeDeleteResult.Deleted _ -> {
                    measured.passed(VolumeType.BLOCK);
                    log.atInfo().addKeyValue("handle", text).log("Snapshot is deleted");
                }
                case VolumeFailure failure -> {
                    measured.failed(VolumeType.BLOCK, CallResults.faultType(failure.code()));
                    throw CallResults.failed("delete snapshot", text, failure);
                }
            }
        }
        return DeleteSnapshotResponse.getDefaultInstance();
    }

    public ListSnapshotsResponse listSnapshots(ListSnapshotsRequest request, GrpcCall call)
            throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.LIST_SNAPSHOT)) {
            String token = request.getStartingToken();
            if (!token.isEmpty() && SnapshotHandle.parse(token).isEmpty()) {
                measured.failed(VolumeType.BLOCK, FaultType.INVALID_ARGUMENT);
                throw new GrpcException(
                        GrpcCode.ABORTED,
                        "found a starting token that this driver did not return; list without a token");
            }
            if (request.getMaxEntries() < 0) {
                measured.failed(VolumeType.BLOCK, FaultType.INVALID_ARGUMENT);
                throw new GrpcException(
                        GrpcCode.INVALID_ARGUMENT,
                        "found a negative number of entries, expected 0 or more; correct it");
            }
            return switch (list(request, CallResults.budget(call))) {
                case SnapshotListResult.Incomplete(String why) -> {
                    measured.failed(VolumeType.BLOCK, FaultType.INTERNAL);
                    throw new GrpcException(GrpcCode.UNAVAILABLE, why);
                }
                case SnapshotListResult.Complete(List<SnapshotListResult.Entry> all) -> {
                    measured.passed(VolumeType.BLOCK);
                    SnapshotPage page = SnapshotPage.of(all, token, request.getMaxEntries());
                    var response = ListSnapshotsResponse.newBuilder().setNextToken(page.next());
                    page.entries()
                            .forEach(entry -> response.addEntries(
                                    ListSnapshotsResponse.Entry.newBuilder().setSnapshot(message(entry))));
                    yield response.build();
                }
            };
        }
    }

    /// A snapshot or volume with an id of another form does not exist, so the list is empty.
    private SnapshotListResult list(ListSnapshotsRequest request, Duration atMost) throws InterruptedException {
        if (!request.getSnapshotId().isEmpty()) {
            Optional<SnapshotHandle> handle = SnapshotHandle.parse(request.getSnapshotId())
                    .filter(each -> request.getSourceVolumeId().isEmpty()
                            || request.getSourceVolumeId().equals(each.volume().text()));
            return handle.isEmpty()
                    ? new SnapshotListResult.Complete(List.of())
                    : snapshots.get().find(handle.get(), atMost);
        }
        if (!request.getSourceVolumeId().isEmpty()) {
            return VolumeHandle.parse(request.getSourceVolumeId()).orElse(null) instanceof VolumeHandle.Block volume
                    ? snapshots.get().ofVolume(volume, atMost)
                    : new SnapshotListResult.Complete(List.of());
        }
        int maximum = request.getMaxEntries();
        // One more than the page has says if there is another page.
        int count = maximum == 0 || maximum == Integer.MAX_VALUE ? 0 : maximum + 1;
        return snapshots.get().list(request.getStartingToken(), count, atMost);
    }

    /// A snapshot needs a time, and csi-snapshotter takes a missing one for 1970. Tools that keep snapshots for some
    /// days would delete it. With the present time it only stays longer.
    ///
    /// Rule from: the CSI specification, Snapshot (`creation_time` is required).
    private Snapshot message(SnapshotListResult.Entry entry) {
        var message = Snapshot.newBuilder()
                .setSnapshotId(entry.handle())
                .setSourceVolumeId(entry.volume())
                .setSizeBytes(entry.capacityBytes())
                .setReadyToUse(true);
        Instant created = entry.created().orElseGet(clock::instant);
        return message.setCreationTime(Timestamp.newBuilder()
                        .setSeconds(created.getEpochSecond())
                        .setNanos(created.getNano()))
                .build();
    }
}
