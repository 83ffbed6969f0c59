package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.protocol.NodeService;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.v1.NodeGetCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.NodeGetCapabilitiesResponse;
import dev.vspherecloud.csi.protocol.v1.NodeUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeUnpublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.NodeUnstageVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeUnstageVolumeResponse;

/// The Node service of a controller, which publishes nothing: so there is nothing to unpublish, and all other calls
/// are UNIMPLEMENTED. csi-sanity makes these calls to clean up, also if it tests only the controller.
///
/// Threads: any.
public final class NoNodeService implements NodeService {
    @Override
    public NodeGetCapabilitiesResponse nodeGetCapabilities(NodeGetCapabilitiesRequest request, GrpcCall call) {
        return NodeGetCapabilitiesResponse.getDefaultInstance();
    }

    @Override
    public NodeUnpublishVolumeResponse nodeUnpublishVolume(NodeUnpublishVolumeRequest request, GrpcCall call) {
        return NodeUnpublishVolumeResponse.getDefaultInstance();
    }

    @Override
    public NodeUnstageVolumeResponse nodeUnstageVolume(NodeUnstageVolumeRequest request, GrpcCall call) {
        return NodeUnstageVolumeResponse.getDefaultInstance();
    }
}
