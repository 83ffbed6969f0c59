package dev.vspherecloud.csi.protocol;

import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.NodeExpandVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeExpandVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.NodeGetCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.NodeGetCapabilitiesResponse;
import dev.vspherecloud.csi.protocol.v1.NodeGetInfoRequest;
import dev.vspherecloud.csi.protocol.v1.NodeGetInfoResponse;
import dev.vspherecloud.csi.protocol.v1.NodeGetVolumeStatsRequest;
import dev.vspherecloud.csi.protocol.v1.NodeGetVolumeStatsResponse;
import dev.vspherecloud.csi.protocol.v1.NodePublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodePublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.NodeStageVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeStageVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.NodeUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeUnpublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.NodeUnstageVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeUnstageVolumeResponse;

/// The Node service of the Container Storage Interface. Methods that are not overridden are UNIMPLEMENTED.
///
/// Threads: each call has a thread of its own. A failure is a `GrpcException`, and an unexpected one becomes a
/// code that every sidecar takes as "ask again". A call is interrupted only when the program stops.
public interface NodeService {
    default NodeStageVolumeResponse nodeStageVolume(NodeStageVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("NodeStageVolume");
    }

    default NodeUnstageVolumeResponse nodeUnstageVolume(NodeUnstageVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("NodeUnstageVolume");
    }

    default NodePublishVolumeResponse nodePublishVolume(NodePublishVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("NodePublishVolume");
    }

    default NodeUnpublishVolumeResponse nodeUnpublishVolume(NodeUnpublishVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("NodeUnpublishVolume");
    }

    default NodeGetVolumeStatsResponse nodeGetVolumeStats(NodeGetVolumeStatsRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("NodeGetVolumeStats");
    }

    default NodeExpandVolumeResponse nodeExpandVolume(NodeExpandVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("NodeExpandVolume");
    }

    default NodeGetCapabilitiesResponse nodeGetCapabilities(NodeGetCapabilitiesRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("NodeGetCapabilities");
    }

    default NodeGetInfoResponse nodeGetInfo(NodeGetInfoRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("NodeGetInfo");
    }
}
