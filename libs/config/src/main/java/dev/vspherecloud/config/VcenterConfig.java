package dev.vspherecloud.config;

import dev.vspherecloud.domain.ip.IpFamily;
import java.util.List;
import java.util.stream.Stream;

/// One vCenter to connect to.
///
/// @param name           what the operator calls it, never blank; by default the server
/// @param datacenters    names, inventory paths or references, in order; empty means every datacenter
/// @param ipFamilies     the families a Node gets addresses of, first one first, never empty
/// @param deletionPaused true while none of its Nodes may be deleted
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

    /// Host name or address literal of the connection.
    public String server() {
        return connection.server();
    }

    /// The same vCenter with the other's datacenters too; every datacenter if one of the two wants that, and paused if
    /// one of the two is.
    VcenterConfig withDatacentersOf(VcenterConfig other) {
        boolean all = datacenters.isEmpty() || other.datacenters.isEmpty();
        List<String> both = Stream.concat(datacenters.stream(), other.datacenters.stream())
                .distinct()
                .toList();
        return new VcenterConfig(
                name,
                connection,
                all ? List.of() : both,
                credentials,
                ipFamilies,
                deletionPaused || other.deletionPaused);
    }
}
