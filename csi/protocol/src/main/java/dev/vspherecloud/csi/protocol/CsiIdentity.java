package dev.vspherecloud.csi.protocol;

import com.google.protobuf.BoolValue;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.v1.GetPluginCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.GetPluginCapabilitiesResponse;
import dev.vspherecloud.csi.protocol.v1.GetPluginInfoRequest;
import dev.vspherecloud.csi.protocol.v1.GetPluginInfoResponse;
import dev.vspherecloud.csi.protocol.v1.PluginCapability;
import dev.vspherecloud.csi.protocol.v1.ProbeRequest;
import dev.vspherecloud.csi.protocol.v1.ProbeResponse;

/// Answers which driver this is, what it can do, and if it is ready.
///
/// Threads: any.
public final class CsiIdentity implements IdentityService {
    /// The name of the driver in all objects of a cluster: the name of vsphere-csi-driver (Go), so that its volumes
    /// continue to work.
    public static final String DRIVER = "csi.vsphere.vmware.com";

    private final String version;
    private final boolean hasTopology;
    private final Readiness readiness;

    /// @param version     the version of this program
    /// @param hasTopology true if topology categories are configured. Without them, the provisioner fails every
    ///     claim if the driver announces topology. A controller and its nodes must announce the same.
    public CsiIdentity(String version, boolean hasTopology, Readiness readiness) {
        this.version = version;
        this.hasTopology = hasTopology;
        this.readiness = readiness;
    }

    @Override
    public GetPluginInfoResponse getPluginInfo(GetPluginInfoRequest request, GrpcCall call) {
        return GetPluginInfoResponse.newBuilder()
                .setName(DRIVER)
                .setVendorVersion(version)
                .build();
    }

    @Override
    public GetPluginCapabilitiesResponse getPluginCapabilities(GetPluginCapabilitiesRequest request, GrpcCall call) {
        var capabilities = GetPluginCapabilitiesResponse.newBuilder()
                .addCapabilities(capability(PluginCapability.Service.Type.CONTROLLER_SERVICE));
        if (hasTopology) {
            capabilities.addCapabilities(capability(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS));
        }
        return capabilities.build();
    }

    private static PluginCapability capability(PluginCapability.Service.Type type) {
        return PluginCapability.newBuilder()
                .setService(PluginCapability.Service.newBuilder().setType(type))
                .build();
    }

    @Override
    public ProbeResponse probe(ProbeRequest request, GrpcCall call) {
        return ProbeResponse.newBuilder()
                .setReady(BoolValue.of(readiness.isReady()))
                .build();
    }
}
