package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Applies the kubelet's node IPs to the addresses that were chosen.
///
/// Each node IP moves the addresses that equal it to the front. For the types of these addresses no other address
/// is kept. Addresses of the other types follow.
///
/// Rule from: kubernetes/cloud-provider, node/helpers/address.go, GetNodeAddressesFromNodeIP.
///
/// @param addresses the remaining addresses, in the Node's order
/// @param requested     the number of node IPs
/// @param unmatched the node IPs that equal no address
record NodeIpFilter(List<NodeAddress> addresses, int requested, List<InetAddress> unmatched) {
    NodeIpFilter {
        addresses = List.copyOf(addresses);
        unmatched = List.copyOf(unmatched);
    }

    static NodeIpFilter apply(List<InetAddress> nodeIps, List<NodeAddress> chosen) {
        var kept = new LinkedHashSet<NodeAddress>();
        var unmatched = new ArrayList<InetAddress>();
        Set<NodeAddress.Type> enforced = EnumSet.noneOf(NodeAddress.Type.class);
        for (InetAddress nodeIp : nodeIps) {
            List<NodeAddress> matched =
                    chosen.stream().filter(address -> address.hasIp(nodeIp)).toList();
            kept.addAll(matched);
            matched.forEach(address -> enforced.add(address.type()));
            if (matched.isEmpty()) {
                unmatched.add(nodeIp);
            }
        }
        chosen.stream().filter(address -> !enforced.contains(address.type())).forEach(kept::add);
        return new NodeIpFilter(List.copyOf(kept), nodeIps.size(), unmatched);
    }

    /// Returns true if the addresses satisfy the kubelet. One of two node IPs may be missing if its whole family
    /// is missing.
    ///
    /// @param missing families without an address that are not required
    boolean isSatisfied(List<IpFamily> missing) {
        boolean oneIs = unmatched.size() < requested;
        return unmatched.isEmpty() || (oneIs && unmatched.stream().allMatch(ip -> missing.contains(IpFamily.of(ip))));
    }
}
