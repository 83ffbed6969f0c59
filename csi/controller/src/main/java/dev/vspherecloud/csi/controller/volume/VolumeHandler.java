package dev.vspherecloud.csi.controller.volume;

import dev.vspherecloud.csi.controller.attach.PublishedVolumes;
import dev.vspherecloud.csi.controller.request.AccessibleSegments;
import dev.vspherecloud.csi.controller.request.CallResults;
import dev.vspherecloud.csi.controller.request.CapabilityResult;
import dev.vspherecloud.csi.controller.request.ContentSourceReader;
import dev.vspherecloud.csi.controller.request.CreateRequestReader;
import dev.vspherecloud.csi.controller.request.HandleResult;
import dev.vspherecloud.csi.controller.request.HandleUse;
import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.controller.request.SizePolicy;
import dev.vspherecloud.csi.controller.request.SizeResult;
import dev.vspherecloud.csi.controller.request.VolumeHandlePolicy;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.metrics.FaultType;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.metrics.VolumeOperation;
import dev.vspherecloud.csi.metrics.VolumeType;
import dev.vspherecloud.csi.operations.VolumeCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExpandResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.ListVolumesRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesResponse;
import dev.vspherecloud.csi.protocol.v1.Topology;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesResponse;
import dev.vspherecloud.csi.protocol.v1.Volume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the calls about volumes, of csi-provisioner and csi-resizer.
///
/// A request is checked before anything begins, and refused with a final code. After that, only [Volumes] decides
/// which code is returned, because a final code ends the attempts of the sidecar while a task may run.
///
/// Nothing of a request but names and handles is logged: it may contain secrets.
///
/// Threads: each call has a thread of its own.
public final class VolumeHandler {
    private static final Logger log = LoggerFactory.getLogger(VolumeHandler.class);

    private static final String TYPE = "type";

    /// The path of the disk, from which csi-provisioner makes a PersistentVolume of the in-tree driver.
    ///
    /// Rule from: csi 4.4; vsphere-csi-driver, pkg/csi/service/vanilla/controller.go; csi-translation-lib,
    /// plugins/vsphere_volume.go.
    private static final String DISK_PATH = "initialvolumefilepath";

    private static final String BLOCK_TYPE = "vSphere CNS Block Volume";
    private static final long MEBIBYTE = 1L << 20;

    private final Supplier<Volumes> volumes;
    private final Function<Collection<String>, PublishedVolumes> published;
    private final VolumeMetrics metrics;

    /// Creates the service.
    ///
    /// @param volumes returns the volumes, or throws a `GrpcException` while this process is not the active one
    /// @param published returns which Nodes have the volumes with these ids
    public VolumeHandler(
            Supplier<Volumes> volumes,
            Function<Collection<String>, PublishedVolumes> published,
            VolumeMetrics metrics) {
        this.volumes = volumes;
        this.published = published;
        this.metrics = metrics;
    }

    public CreateVolumeResponse createVolume(CreateVolumeRequest request, GrpcCall call) throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.CREATE_VOLUME)) {
            return switch (CreateRequestReader.read(request, () -> volumes.get().topologyKeys())) {
                case CreateRequestReader.Result.Refused(VolumeError error) -> {
                    measured.failed(VolumeType.BLOCK, FaultType.INVALID_ARGUMENT);
                    throw refusedCreate(request.getName(), error, call);
                }
                case CreateRequestReader.Result.Accepted(NewVolume volume, List<String> warnings) -> {
                    warnings.forEach(warning -> log.atWarn()
                            .addKeyValue("volume", volume.name())
                            .addKeyValue("problem", warning)
                            .log("Parameter of a StorageClass has no effect"));
                    yield create(volume, call, measured);
                }
            };
        }
    }

    private CreateVolumeResponse create(NewVolume volume, GrpcCall call, VolumeMetrics.Measurement measured)
            throws InterruptedException {
        return switch (volumes.get().create(volume, CallResults.budget(call))) {
            case VolumeCreateResult.Created created -> {
                Map<String, String> context = context(volume, created, call, measured);
                List<Topology> topology = topology(volume, created, measured);
                measured.passed(VolumeType.BLOCK);
                log.atInfo()
                        .addKeyValue("volume", volume.name())
                        .addKeyValue("handle", created.volumeId())
                        .addKeyValue("datastore", created.datastoreUrl())
                        .log("Volume is created");
                var message = Volume.newBuilder()
                        .setVolumeId(created.volumeId())
                        .setCapacityBytes(created.capacityMb() * MEBIBYTE)
                        .addAllAccessibleTopology(topology)
                        .putAllVolumeContext(context);
                // Without it, csi-provisioner takes the volume for an empty one and deletes it.
                volume.source().map(ContentSourceReader::message).ifPresent(message::setContentSource);
                yield CreateVolumeResponse.newBuilder().setVolume(message).build();
            }
            case VolumeFailure failure -> {
                measured.failed(VolumeType.BLOCK, CallResults.faultType(failure.code()));
                throw CallResults.failed("create", volume.name(), failure);
            }
        };
    }

    private Map<String, String> context(
            NewVolume volume, VolumeCreateResult.Created created, GrpcCall call, VolumeMetrics.Measurement measured)
            throws InterruptedException {
        if (volume.parameters().migration().isEmpty()) {
            return Map.of(TYPE, BLOCK_TYPE);
        }
        return switch (volumes.get().recordDiskPath(created.volumeId(), CallResults.budget(call))) {
            case DiskPathResult.Recorded(String path) -> Map.of(TYPE, BLOCK_TYPE, DISK_PATH, path);
            case DiskPathResult.NotRecorded(VolumeFailure failure) -> {
                measured.failed(VolumeType.BLOCK, CallResults.faultType(failure.code()));
                throw CallResults.failed("create", volume.name(), failure);
            }
        };
    }

    /// Returns from where a volume is accessible. If that is not certain, the call is repeated: a PersistentVolume
    /// keeps its topology for ever.
    private List<Topology> topology(
            NewVolume volume, VolumeCreateResult.Created created, VolumeMetrics.Measurement measured) {
        return switch (volumes.get().accessible(volume, created.datastoreUrl())) {
            case AccessibleSegments.Known(List<Map<String, String>> segments) ->
                segments.stream()
                        .map(segment ->
                                Topology.newBuilder().putAllSegments(segment).build())
                        .toList();
            case AccessibleSegments.NotKnown(String why) -> {
                measured.failed(VolumeType.BLOCK, FaultType.INTERNAL);
                throw CallResults.failed(
                        "create",
                        volume.name(),
                        new VolumeFailure.Unavailable("volume %s exists, and its topology is not certain: %s"
                                .formatted(created.volumeId(), why)));
            }
        };
    }

    /// A request that began earlier, with a valid form, may still run. Then the refusal must not be final.
    private GrpcException refusedCreate(String name, VolumeError error, GrpcCall call) throws InterruptedException {
        GrpcException refused = CallResults.refused(error);
        if (name.isBlank() || !volumes.get().mayHaveBegun(name, CallResults.budget(call))) {
            return refused;
        }
        return new GrpcException(
                GrpcCode.ABORTED, error.sentence() + "; an earlier request with this name may still run");
    }

    public DeleteVolumeResponse deleteVolume(DeleteVolumeRequest request, GrpcCall call) throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.DELETE_VOLUME)) {
            String text = request.getVolumeId();
            switch (VolumeHandlePolicy.evaluate(text, HandleUse.DELETE)) {
                case HandleResult.Refused(VolumeError error) -> {
                    measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
                    throw CallResults.refused(error);
                }
                case HandleResult.NothingToDo(String sentence) -> {
                    measured.passed(VolumeType.UNKNOWN);
                    log.atInfo().addKeyValue("cause", sentence).log("Nothing to delete");
                }
                case HandleResult.Usable(VolumeHandle handle) -> {
                    switch (volumes.get().delete(handle, CallResults.budget(call))) {
                        case VolumeDeleteResult.Deleted _ -> {
                            measured.passed(type(handle));
                            log.atInfo().addKeyValue("handle", text).log("Volume is deleted");
                        }
                        case VolumeFailure failure -> {
                            measured.failed(type(handle), CallResults.faultType(failure.code()));
                            throw CallResults.failed("delete", text, failure);
                        }
                    }
                }
            }
        }
        return DeleteVolumeResponse.getDefaultInstance();
    }

    public ControllerExpandVolumeResponse controllerExpandVolume(ControllerExpandVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.EXPAND_VOLUME)) {
            VolumeHandle handle = handle(request.getVolumeId(), HandleUse.EXPAND);
            return switch (volumes.get().expand(handle, newSize(request), CallResults.budget(call))) {
                case VolumeExpandResult.Expanded expanded -> {
                    measured.passed(type(handle));
                    log.atInfo()
                            .addKeyValue("handle", handle.text())
                            .addKeyValue("mebibytes", expanded.capacityMb())
                            .log("Volume is expanded");
                    yield ControllerExpandVolumeResponse.newBuilder()
                            .setCapacityBytes(expanded.capacityMb() * MEBIBYTE)
                            .setNodeExpansionRequired(
                                    !request.getVolumeCapability().hasBlock()
                                            && !(handle instanceof VolumeHandle.FileShare))
                            .build();
                }
                case VolumeFailure failure -> {
                    measured.failed(type(handle), CallResults.faultType(failure.code()));
                    throw CallResults.failed("expand", handle.text(), failure);
                }
            };
        }
    }

    private static long newSize(ControllerExpandVolumeRequest request) {
        if (!request.hasCapacityRange()) {
            throw new GrpcException(
                    GrpcCode.INVALID_ARGUMENT, "found no capacity range, expected one; correct the request");
        }
        long required = request.getCapacityRange().getRequiredBytes();
        if (required == 0) {
            throw new GrpcException(
                    GrpcCode.INVALID_ARGUMENT, "found no required bytes, expected a new size; correct the request");
        }
        return switch (SizePolicy.evaluate(
                required, request.getCapacityRange().getLimitBytes(), new CapabilityResult.RawBlock())) {
            case SizeResult.Accepted(long mebibytes) -> mebibytes;
            case SizeResult.Refused(VolumeError error) -> throw CallResults.refused(error);
        };
    }

    public ValidateVolumeCapabilitiesResponse validateVolumeCapabilities(
            ValidateVolumeCapabilitiesRequest request, GrpcCall call) throws InterruptedException {
        if (request.getVolumeCapabilitiesCount() == 0) {
            throw new GrpcException(
                    GrpcCode.INVALID_ARGUMENT,
                    "found no volume capability, expected at least one; correct the request");
        }
        VolumeHandle handle = handle(request.getVolumeId(), HandleUse.VALIDATE);
        switch (volumes.get().find(handle, CallResults.budget(call))) {
            case VolumeSearchResult.Found() -> {}
            case VolumeSearchResult.NotFound() ->
                throw new GrpcException(
                        GrpcCode.NOT_FOUND,
                        "volume %s does not exist in CNS; check the volume handle".formatted(handle.text()));
            case VolumeSearchResult.Unknown(String why) -> throw new GrpcException(GrpcCode.UNAVAILABLE, why);
        }
        return switch (CreateRequestReader.capability(request.getVolumeCapabilitiesList())) {
            case CapabilityResult.Refused(VolumeError error) -> unconfirmed(error.sentence());
            case CapabilityResult.FileVolume() ->
                handle instanceof VolumeHandle.FileShare
                        ? confirmed(request)
                        : unconfirmed("found an access mode for several Nodes, expected ReadWriteOnce: this is a block"
                                + " volume");
            case CapabilityResult.BlockWithFilesystem _, CapabilityResult.RawBlock _ -> confirmed(request);
        };
    }

    private static ValidateVolumeCapabilitiesResponse unconfirmed(String message) {
        return ValidateVolumeCapabilitiesResponse.newBuilder()
                .setMessage(message)
                .build();
    }

    private static ValidateVolumeCapabilitiesResponse confirmed(ValidateVolumeCapabilitiesRequest request) {
        return ValidateVolumeCapabilitiesResponse.newBuilder()
                .setConfirmed(ValidateVolumeCapabilitiesResponse.Confirmed.newBuilder()
                        .putAllVolumeContext(request.getVolumeContextMap())
                        .addAllVolumeCapabilities(request.getVolumeCapabilitiesList())
                        .putAllParameters(request.getParametersMap()))
                .build();
    }

    public ListVolumesResponse listVolumes(ListVolumesRequest request, GrpcCall call) throws InterruptedException {
        try (VolumeMetrics.Measurement measured = metrics.begin(VolumeOperation.LIST_VOLUME)) {
            String token = request.getStartingToken();
            if (!token.isEmpty() && VolumeHandle.parse(token).isEmpty()) {
                measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
                throw new GrpcException(
                        GrpcCode.ABORTED,
                        "found a starting token that this driver did not return; list without a token");
            }
            if (request.getMaxEntries() < 0) {
                measured.failed(VolumeType.UNKNOWN, FaultType.INVALID_ARGUMENT);
                throw new GrpcException(
                        GrpcCode.INVALID_ARGUMENT,
                        "found a negative number of entries, expected 0 or more; correct it");
            }
            ListVolumesResponse response = listed(request, call);
            measured.passed(VolumeType.UNKNOWN);
            return response;
        }
    }

    private ListVolumesResponse listed(ListVolumesRequest request, GrpcCall call) throws InterruptedException {
        return switch (volumes.get().list(CallResults.budget(call))) {
            case VolumeListResult.Incomplete(String why) -> throw new GrpcException(GrpcCode.UNAVAILABLE, why);
            case VolumeListResult.Complete(List<VolumeListResult.Entry> all) ->
                switch (published.apply(
                        all.stream().map(VolumeListResult.Entry::volumeId).toList())) {
                    case PublishedVolumes.Incomplete(String why) ->
                        throw new GrpcException(
                                GrpcCode.UNAVAILABLE, "the Nodes of the volumes are not all known: " + why);
                    case PublishedVolumes.Complete complete ->
                        listed(VolumePage.of(all, request.getStartingToken(), request.getMaxEntries()), complete);
                };
        };
    }

    private static ListVolumesResponse listed(VolumePage page, PublishedVolumes.Complete nodes) {
        var response = ListVolumesResponse.newBuilder().setNextToken(page.next());
        page.entries()
                .forEach(entry -> response.addEntries(ListVolumesResponse.Entry.newBuilder()
                        .setVolume(
                                Volume.newBuilder().setVolumeId(entry.handle()).setCapacityBytes(entry.capacityBytes()))
                        .setStatus(ListVolumesResponse.VolumeStatus.newBuilder()
                                .addAllPublishedNodeIds(nodes.of(entry.volumeId())))));
        return response.build();
    }

    private static VolumeHandle handle(String text, HandleUse use) {
        return switch (VolumeHandlePolicy.evaluate(text, use)) {
            case HandleResult.Usable(VolumeHandle handle) -> handle;
            case HandleResult.Refused(VolumeError error) -> throw CallResults.refused(error);
            case HandleResult.NothingToDo(String sentence) -> throw new GrpcException(GrpcCode.NOT_FOUND, sentence);
        };
    }

    private static VolumeType type(VolumeHandle handle) {
        return handle instanceof VolumeHandle.FileShare ? VolumeType.FILE : VolumeType.BLOCK;
    }
}
