package dev.vspherecloud.csi.controller.placement;

import com.google.protobuf.Int64Value;
import dev.vspherecloud.csi.config.storageclass.StorageClassParser;
import dev.vspherecloud.csi.config.storageclass.StorageClassResult;
import dev.vspherecloud.csi.controller.request.CallResults;
import dev.vspherecloud.csi.controller.request.CapabilityResult;
import dev.vspherecloud.csi.controller.request.CreateRequestReader;
import dev.vspherecloud.csi.controller.request.TopologyReader;
import dev.vspherecloud.csi.domain.placement.StorageCapacity;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.GetCapacityRequest;
import dev.vspherecloud.csi.protocol.v1.GetCapacityResponse;
import java.util.Set;
import java.util.function.Supplier;

/// Serves the question of csi-provisioner how much space a segment of the topology has for a StorageClass.
///
/// Volumes that the driver does not create have no space: that is an answer and no failure.
///
/// Threads: each call has a thread of its own.
public final class CapacityHandler {
    private final Supplier<Capacities> capacities;
    private final Supplier<Set<String>> topologyKeys;

    /// Creates the handler.
    ///
    /// @param capacities   returns the space, or throws a `GrpcException` while this process is not the active one
    /// @param topologyKeys returns the label keys of the configured categories
    public CapacityHandler(Supplier<Capacities> capacities, Supplier<Set<String>> topologyKeys) {
        this.capacities = capacities;
        this.topologyKeys = topologyKeys;
    }

    public GetCapacityResponse getCapacity(GetCapacityRequest request, GrpcCall call) throws InterruptedException {
        if (request.getVolumeCapabilitiesCount() > 0 && !isCreated(request)) {
            return response(new StorageCapacity(0, 0));
        }
        TopologyRequirement topology = topology(request);
        return switch (StorageClassParser.parse(request.getParametersMap())) {
            case StorageClassResult.Rejected(VolumeError error) -> throw CallResults.refused(error);
            case StorageClassResult.Accepted(var parameters, var _) ->
                switch (capacities.get().capacity(parameters, topology, CallResults.budget(call))) {
                    case StorageCapacityResult.Known(StorageCapacity capacity) -> response(capacity);
                    case StorageCapacityResult.NotKnown(String why) ->
                        throw new GrpcException(GrpcCode.UNAVAILABLE, why);
                };
        };
    }

    private static boolean isCreated(GetCapacityRequest request) {
        return switch (CreateRequestReader.capability(request.getVolumeCapabilitiesList())) {
            case CapabilityResult.BlockWithFilesystem _, CapabilityResult.RawBlock _ -> true;
            case CapabilityResult.FileVolume _, CapabilityResult.Refused _ -> false;
        };
    }

    private TopologyRequirement topology(GetCapacityRequest request) {
        var requirement = dev.vspherecloud.csi.protocol.v1.TopologyRequirement.newBuilder();
        if (request.hasAccessibleTopology()) {
            requirement.addRequisite(request.getAccessibleTopology());
        }
        return switch (TopologyReader.read(requirement.build(), topologyKeys)) {
            case TopologyReader.Result.Accepted(TopologyRequirement topology) -> topology;
            case TopologyReader.Result.Refused(VolumeError error) -> throw CallResults.refused(error);
        };
    }

    private static GetCapacityResponse response(StorageCapacity capacity) {
        return GetCapacityResponse.newBuilder()
                .setAvailableCapacity(capacity.availableBytes())
                .setMaximumVolumeSize(Int64Value.of(capacity.maximumVolumeBytes()))
                .build();
    }
}
