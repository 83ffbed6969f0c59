package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Map;

/// Which addresses are in use by something else than a Node, or beside it: those of Services, and of the API server.
///
/// A claim is a hint and no more. There are clusters whose Services have the addresses of their Nodes (k3s publishes
/// them so), and a control plane may be reached at the address of its only Node.
@FunctionalInterface
public interface AddressesInUse {
    /// Who claims each address, in words, as in `Service ingress/nginx`. Never waits; empty as long as it is not known.
    Map<InetAddress, String> claims();
}
