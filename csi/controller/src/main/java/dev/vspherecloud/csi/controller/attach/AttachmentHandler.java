package dev.vspherecloud.csi.controller.attach;

import dev.vspherecloud.csi.controller.request.CallResults;
import dev.vspherecloud.csi.controller.request.CapabilityResult;
import dev.vspherecloud.csi.controller.request.CreateRequestReader;
import dev.vspherecloud.csi.controller.request.HandleResult;
import dev.vspherecloud.csi.controller.request.HandleUse;
import dev.vspherecloud.csi.controller.request.VolumeHandlePolicy;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.metrics.FaultType;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.metrics.VolumeOperation;
import dev.vspherecloud.csi.metrics.VolumeType;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the calls of csi-attacher.
///
/// A request is checked before anything begins. After that, only [Attachments] decides which code is returned.
///
/// Threads: each call has a thread of its own.
public final class AttachmentHandler {
    private static final Logger log = LoggerFactory.getLogger(AttachmentHandler.class);

    private final Supplier<Attachments> attachments;
    private final VolumeMetrics metrics;

    /// Creates the handler.
    ///
    /// @param attachments returns the attachments of the active controller, or throws a `GrpcException` while this
    ///     process is not the active one
    public AttachmentHandler(Supplier<Attachments> attachments, VolumeMetrics metrics) {
        this.attachments = attachments;
        this.metrics = metrics;
    }

    public ControllerPublishVolumeResponse publish(ControllerPublishVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.ATTACH_VOLUME)) {
            VolumeHandle handle = handleOf(request, measured);
            return switch (attachments.get().attach(handle, request.getNodeId(), CallResults.budget(call))) {
                case AttachResult.Attached(Map<String, String> context) -> {
                    measured.passed(type(handle));
                    yield ControllerPublishVolumeResponse.newBuilder()
                            .putAllPublishContext(context)
                            .build();
                }
                case AttachResult.NotAttached(VolumeFailure failure) -> {
                    measured.failed(type(handle), CallResults.faultType(failure.code()));
                    throw CallResults.failed("attach", handle.text(), failure);
                }
            };
        }
    }

    /// Checks the request, and returns the volume that it names.
    private static VolumeHandle handleOf(ControllerPublishVolumeRequest request, VolumeMetrics.Measurement measured) {
        if (!request.getVolumeId().isEmpty() && request.getNodeId().isBlank()) {
            measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
            throw new GrpcException(GrpcCode.INVALID_ARGUMENT, "found no node id, expected one; correct the request");
        }
        if (!request.getVolumeId().isEmpty() && !request.hasVolumeCapability()) {
            measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
            throw new GrpcException(
                    GrpcCode.INVALID_ARGUMENT, "found no volume capability, expected one; correct the request");
        }
        VolumeHandle handle =
                switch (VolumeHandlePolicy.evaluate(request.getVolumeId(), HandleUse.PUBLISH)) {
                    case HandleResult.Usable(VolumeHandle usable) -> usable;
                    case HandleResult.Refused(VolumeError error) -> {
                        measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
                        throw CallResults.refused(error);
                    }
                    case HandleResult.NothingToDo(String sentence) ->
                        throw new GrpcException(GrpcCode.NOT_FOUND, sentence);
                };
        problem(handle, CreateRequestReader.capability(List.of(request.getVolumeCapability())))
                .ifPresent(problem -> {
                    measured.failed(type(handle), FaultType.INVALID_ARGUMENT);
                    throw new GrpcException(GrpcCode.INVALID_ARGUMENT, problem);
                });
        return handle;
    }

    private static Optional<String> problem(VolumeHandle handle, CapabilityResult capability) {
        boolean isFile = handle instanceof VolumeHandle.FileShare;
        return switch (capability) {
            // A file volume may also be used by one Node.
            case CapabilityResult.Refused(VolumeError error) -> Optional.of(error.sentence());
            case CapabilityResult.FileVolume() ->
                isFile
                        ? Optional.empty()
                        : Optional.of(
                                "found an access mode for several Nodes, expected ReadWriteOnce: this is a block volume");
            case CapabilityResult.BlockWithFilesystem _ -> Optional.empty();
            case CapabilityResult.RawBlock _ ->
                isFile ? Optional.of("found raw block for a file volume, expected a filesystem") : Optional.empty();
        };
    }

    public ControllerUnpublishVolumeResponse unpublish(ControllerUnpublishVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.DETACH_VOLUME)) {
            switch (VolumeHandlePolicy.evaluate(request.getVolumeId(), HandleUse.UNPUBLISH)) {
                case HandleResult.Refused(VolumeError error) -> {
                    measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
                    throw CallResults.refused(error);
                }
                case HandleResult.NothingToDo(String sentence) -> {
                    measured.passed(VolumeType.UNKNOWN);
                    log.atInfo().addKeyValue("cause", sentence).log("Nothing to detach");
                }
                case HandleResult.Usable(VolumeHandle handle) -> {
                    switch (attachments.get().detach(handle, request.getNodeId(), CallResults.budget(call))) {
                        case DetachResult.Detached() -> measured.passed(type(handle));
                        case DetachResult.NotDetached(VolumeFailure failure) -> {
                            measured.failed(type(handle), CallResults.faultType(failure.code()));
                            throw CallResults.failed("detach", handle.text(), failure);
                        }
                    }
                }
            }
        }
        return ControllerUnpublishVolumeResponse.getDefaultInstance();
    }

    private static VolumeType type(VolumeHandle handle) {
        return handle instanceof VolumeHandle.FileShare ? VolumeType.FILE : VolumeType.BLOCK;
    }
}
