package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConfiguredVcenter;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.domain.ip.IpFamily;
import java.util.List;

/// The settings of one vCenter to which the program connects.
///
/// @param name the configured name, never blank; by default the server
/// @param datacenters names, inventory paths or references in the configured order; empty means every datacenter
/// @param ipFamilies the IP families of which a Node gets addresses, in order of preference, never empty
/// @param deletionPaused true if one of the sections for this server pauses the deletion of Nodes
public record VcenterConfig(
        String name,
        ConnectionConfig connection,
        List<String> datacenters,
        CredentialsSource credentials,
        List<IpFamily> ipFamilies,
        boolean deletionPaused) {
    public VcenterConfig {
        datacenters = List.copyOf(datacenters);
        ipFamilies = List.copyOf(ipFamilies);
    }

    /// Returns the host name or IP address of the vCenter.
    public String server() {
        return connection.server();
    }

    static VcenterConfig of(ConfiguredVcenter vcenter) {
        RawSection first = vcenter.sections().getFirst();
        return new VcenterConfig(
                vcenter.name(),
                vcenter.connection(),
                vcenter.datacenters(),
                vcenter.credentials(),
                families(first),
                vcenter.sections().stream().anyMatch(VcenterConfig::isPaused));
    }

    private static List<IpFamily> families(RawSection section) {
        return ValueParser.families(section.value(CloudConfigKey.IP_FAMILY)
                .orElseGet(() -> new RawValue(section.place(), List.of(CloudConfigKey.IP_FAMILY.defaultText()))));
    }

    private static boolean isPaused(RawSection section) {
        return section.text(CloudConfigKey.NODE_DELETION_PAUSED)
                .flatMap(ValueParser::flag)
                .orElse(false);
    }
}
