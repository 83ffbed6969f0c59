package dev.vspherecloud.ccm.cluster;

import java.net.InetAddress;
import java.util.Set;

/// The addresses that one Service has beside its cluster IPs.
///
/// @param service namespace and name, as in `ingress/nginx`
record ServiceClaim(String service, Set<InetAddress> addresses) {
    ServiceClaim {
        addresses = Set.copyOf(addresses);
    }
}
