package dev.vspherecloud.ccm.cluster;

import java.net.InetAddress;
import java.util.Set;

/// The addresses that one Service uses in addition to its cluster IPs.
///
/// @param service namespace and name of the Service, for example `ingress/nginx`
record ServiceAddresses(String service, Set<InetAddress> addresses) {
    ServiceAddresses {
        addresses = Set.copyOf(addresses);
    }
}
