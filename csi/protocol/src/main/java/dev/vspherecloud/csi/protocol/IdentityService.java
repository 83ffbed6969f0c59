package dev.vspherecloud.csi.protocol;

import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.v1.GetPluginCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.GetPluginCapabilitiesResponse;
import dev.vspherecloud.csi.protocol.v1.GetPluginInfoRequest;
import dev.vspherecloud.csi.protocol.v1.GetPluginInfoResponse;
import dev.vspherecloud.csi.protocol.v1.ProbeRequest;
import dev.vspherecloud.csi.protocol.v1.ProbeResponse;

/// The Identity service of the Container Storage Interface.
///
/// Threads: each call has a thread of its own.
public interface IdentityService {
    GetPluginInfoResponse getPluginInfo(GetPluginInfoRequest request, GrpcCall call);

    GetPluginCapabilitiesResponse getPluginCapabilities(GetPluginCapabilitiesRequest request, GrpcCall call);

    ProbeResponse probe(ProbeRequest request, GrpcCall call);
}
