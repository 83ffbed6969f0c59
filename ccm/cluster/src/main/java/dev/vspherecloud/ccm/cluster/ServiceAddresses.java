package dev.vspherecloud.ccm.cluster;

import java.net.InetAddress;
import java.util.Set;

/// The addresses that one Service has beside its cluster IPs.
///
/// @param service namespace and name, as in `ingress/nginx`
record ServiceAddresses(String service, Set<InetAddress> addresses) {
    ServiceAddresses {
        addresses = Set.copyOf(addresses);
    }
}
