package dev.vspherecloud.config;

import dev.vspherecloud.domain.address.IpFamily;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One vCenter to connect to.
///
/// @param name           what the operator calls it, never blank; by default the server
/// @param server         host name or address literal, as written but without brackets; also the key of a Kubernetes
///                       Secret with several servers
/// @param port           1 to 65535
/// @param proxy          the HTTP proxy on the way; empty means straight, whatever the environment says: that is in
///                       here
/// @param datacenters    names, inventory paths or references, in order; empty means every datacenter
/// @param ipFamilies     the families a Node gets addresses of, first one first, never empty
/// @param deletionPaused true while none of its Nodes may be deleted
public record VcenterConfig(
        String name,
        String server,
        int port,
        TlsConfig tls,
        Optional<ProxyConfig> proxy,
        List<String> datacenters,
        CredentialsSource credentials,
        List<IpFamily> ipFamilies,
        boolean deletionPaused) {
    public VcenterConfig {
        datacenters = List.copyOf(datacenters);
        ipFamilies = List.copyOf(ipFamilies);
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
                server,
                port,
                tls,
                proxy,
                all ? List.of() : both,
                credentials,
                ipFamilies,
                deletionPaused || other.deletionPaused);
    }
}
