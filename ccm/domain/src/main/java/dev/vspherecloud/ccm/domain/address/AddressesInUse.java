package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Map;

/// The addresses that Services or the endpoint of the API server use. A Node may have such an address as well.
///
/// The use of an address is only a hint that it is a virtual IP. Some clusters publish the addresses of Nodes as
/// addresses of Services (k3s does), and the endpoint of the API server may be the address of the only control
/// plane Node.
@FunctionalInterface
public interface AddressesInUse {
    /// Returns the user of each address, for people, for example `Service ingress/nginx`. Never blocks. Returns an
    /// empty map as long as the users are not known.
    Map<InetAddress, String> usersByIp();
}
