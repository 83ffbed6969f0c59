package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiVcenter;
import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;
import dev.vspherecloud.vsphere.connection.ClientSettings;
import dev.vspherecloud.vsphere.connection.VcenterTarget;

/// How the program connects to the vCenters of its configuration: the running driver and its commands alike.
public final class VcenterConnections {
    /// The user agent of vsphere-csi-driver (Go), which vCenter shows beside the session.
    private static final String USER_AGENT = "k8s-csi-useragent";

    private VcenterConnections() {}

    /// Returns how to connect to a vCenter of the configuration.
    public static VcenterTarget target(CsiVcenter vcenter) {
        return new VcenterTarget(vcenter.name(), vcenter.connection(), vcenter.datacenters(), vcenter.credentials());
    }

    /// Returns how this program presents itself to the vCenters.
    public static ClientSettings client(CsiConfig config) {
        return new ClientSettings(
                config.clusterId().map(id -> USER_AGENT + "-" + id).orElse(USER_AGENT), SessionTypes.VIM25_AND_VSAN);
    }
}
