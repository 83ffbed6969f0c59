package dev.vspherecloud.ccm.application.connection;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;
import dev.vspherecloud.vsphere.connection.ClientSettings;
import dev.vspherecloud.vsphere.connection.VcenterTarget;
import java.util.Collection;
import java.util.List;

/// Selects what connections to vCenters need from the configuration of this program.
public final class VcenterTargets {
    private VcenterTargets() {}

    /// Returns the part of the configuration that a connection depends on. If only other keys change, such as a
    /// pause of deletions, the result stays equal, and the connection stays.
    public static VcenterTarget of(VcenterConfig vcenter) {
        return new VcenterTarget(vcenter.name(), vcenter.connection(), vcenter.datacenters(), vcenter.credentials());
    }

    /// Returns the targets in the order of the configuration.
    public static List<VcenterTarget> of(Collection<VcenterConfig> vcenters) {
        return vcenters.stream().map(VcenterTargets::of).toList();
    }

    /// Returns the settings of all clients of this program. It reads no volumes, so vim25 is enough.
    public static ClientSettings client() {
        return new ClientSettings("vsphere-cloud-controller-manager/" + Version.text(), SessionTypes.VIM25);
    }
}
