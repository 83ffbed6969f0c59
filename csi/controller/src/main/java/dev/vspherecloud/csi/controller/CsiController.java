package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.controller.attach.AttachmentHandler;
import dev.vspherecloud.csi.controller.placement.CapacityHandler;
import dev.vspherecloud.csi.controller.request.CallResults;
import dev.vspherecloud.csi.controller.snapshot.SnapshotHandler;
import dev.vspherecloud.csi.controller.volume.VolumeHandler;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.protocol.ControllerService;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.ControllerGetCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerGetCapabilitiesResponse;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.ControllerServiceCapability;
import dev.vspherecloud.csi.protocol.v1.ControllerServiceCapability.RPC;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotResponse;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotResponse;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.GetCapacityRequest;
import dev.vspherecloud.csi.protocol.v1.GetCapacityResponse;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsRequest;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsResponse;
import dev.vspherecloud.csi.protocol.v1.ListVolumesRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesResponse;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The Controller service of the driver: hands each call to the handler of its subject.
///
/// Threads: each call has a thread of its own.
public final class CsiController implements ControllerService {
    private static final List<RPC.Type> CAPABILITIES = List.of(
            RPC.Type.CREATE_DELETE_VOLUME,
            RPC.Type.PUBLISH_UNPUBLISH_VOLUME,
            RPC.Type.EXPAND_VOLUME,
            RPC.Type.LIST_VOLUMES,
            RPC.Type.LIST_VOLUMES_PUBLISHED_NODES,
            RPC.Type.GET_CAPACITY,
            RPC.Type.CREATE_DELETE_SNAPSHOT,
            RPC.Type.LIST_SNAPSHOTS,
            RPC.Type.CLONE_VOLUME);

    /// A list takes the heap of all volumes or snapshots of the cluster. csi-attacher and csi-snapshotter
    /// read one list at a time each.
    private static final int MAX_LISTS = 2;

    private final Semaphore lists = new Semaphore(MAX_LISTS, true);
    private final VolumeHandler volumes;
    private final CapacityHandler capacity;
    private final SnapshotHandler snapshots;
    private final AttachmentHandler attachments;

    /// Creates the service.
    ///
    /// @param services returns what the active controller offers, or throws a `GrpcException` while this process is
    ///     not the active one
    public CsiController(Supplier<DriverServices> services, VolumeMetrics metrics) {
        this.volumes = new VolumeHandler(
                () -> services.get().volumes(),
                handles -> services.get().attachments().published(handles),
                metrics);
        this.capacity = new CapacityHandler(
                () -> services.get().capacities(),
                () -> services.get().volumes().topologyKeys());
        this.snapshots = new SnapshotHandler(() -> services.get().snapshots(), metrics, InstantSource.system());
        this.attachments = new AttachmentHandler(() -> services.get().attachments(), metrics);
    }

    @Override
    public ControllerGetCapabilitiesResponse controllerGetCapabilities(
            ControllerGetCapabilitiesRequest request, GrpcCall call) {
        var response = ControllerGetCapabilitiesResponse.newBuilder();
        CAPABILITIES.stream()
                .map(type -> ControllerServiceCapability.newBuilder()
                        .setRpc(RPC.newBuilder().setType(type)))
                .forEach(response::addCapabilities);
        return response.build();
    }

    @Override
    public CreateVolumeResponse createVolume(CreateVolumeRequest request, GrpcCall call) throws InterruptedException {
        return volumes.createVolume(request, call);
    }

    @Override
    public DeleteVolumeResponse deleteVolume(DeleteVolumeRequest request, GrpcCall call) throws InterruptedException {
        return volumes.deleteVolume(request, call);
    }

    @Override
    public ControllerPublishVolumeResponse controllerPublishVolume(
            ControllerPublishVolumeRequest request, GrpcCall call) throws InterruptedException {
        return attachments.publish(request, call);
    }

    @Override
    public ControllerUnpublishVolumeResponse controllerUnpublishVolume(
            ControllerUnpublishVolumeRequest request, GrpcCall call) throws InterruptedException {
        return attachments.unpublish(request, call);
    }

    @Override
    public ControllerExpandVolumeResponse controllerExpandVolume(ControllerExpandVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        return volumes.controllerExpandVolume(request, call);
    }

    @Override
    public ValidateVolumeCapabilitiesResponse validateVolumeCapabilities(
            ValidateVolumeCapabilitiesRequest request, GrpcCall call) throws InterruptedException {
        return volumes.validateVolumeCapabilities(request, call);
    }

    @Override
    public ListVolumesResponse listVolumes(ListVolumesRequest request, GrpcCall call) throws InterruptedException {
        return list(() -> volumes.listVolumes(request, call), call);
    }

    @Override
    public GetCapacityResponse getCapacity(GetCapacityRequest request, GrpcCall call) throws InterruptedException {
        return capacity.getCapacity(request, call);
    }

    @Override
    public CreateSnapshotResponse createSnapshot(CreateSnapshotRequest request, GrpcCall call)
            throws InterruptedException {
        return snapshots.createSnapshot(request, call);
    }

    @Override
    public DeleteSnapshotResponse deleteSnapshot(DeleteSnapshotRequest request, GrpcCall call)
            throws InterruptedException {
        return snapshots.deleteSnapshot(request, call);
    }

    @Override
    public ListSnapshotsResponse listSnapshots(ListSnapshotsRequest request, GrpcCall call)
            throws InterruptedException {
        boolean isOfAll =
                request.getSnapshotId().isEmpty() && request.getSourceVolumeId().isEmpty();
        return isOfAll
                ? list(() -> snapshots.listSnapshots(request, call), call)
                : snapshots.listSnapshots(request, call);
    }

    private <R> R list(ListMethod<R> method, GrpcCall call) throws InterruptedException {
        if (!lists.tryAcquire(CallResults.budget(call).toNanos(), TimeUnit.NANOSECONDS)) {
            throw new GrpcException(
                    GrpcCode.UNAVAILABLE,
                    "the driver still serves %d other lists; the call is repeated".formatted(MAX_LISTS));
        }
        try {
            return method.call();
        } finally {
            lists.release();
        }
    }

    /// A method that returns a list.
    @FunctionalInterface
    private interface ListMethod<R> {
        R call() throws InterruptedException;
    }
}
