package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Map;

/// Addresses that Services or the API server's endpoint use, alone or beside a Node.
///
/// Such a use is only a hint. Some clusters publish the addresses of Nodes as those of Services (k3s does), and a
/// control plane may use the address of its only Node.
@FunctionalInterface
public interface AddressesInUse {
    /// Returns who uses each address, for people, as in `Service ingress/nginx`. Never waits; empty as long as it
    /// is not known.
    Map<InetAddress, String> usersByIp();
}
