package dev.vspherecloud.domain.address;

import java.net.InetAddress;
import java.util.List;

/// The addresses that the kubelet was told to use (`--node-ip`), as it leaves them in the annotation
/// [#ANNOTATION].
///
/// Rule from: kubernetes/cloud-provider, node/helpers/address.go, GetNodeAddressesFromNodeIP.
public sealed interface ProvidedNodeIps {
    String ANNOTATION = "alpha.kubernetes.io/provided-node-ip";

    /// The kubelet was told nothing.
    record None() implements ProvidedNodeIps {}

    /// @param ips one, or one of each family; in the kubelet's order
    record Listed(List<InetAddress> ips) implements ProvidedNodeIps {
        public Listed {
            ips = List.copyOf(ips);
        }
    }

    /// The annotation can't be read, so it can't be obeyed.
    ///
    /// @param text what stands there
    record Malformed(String text) implements ProvidedNodeIps {}
}
