package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The result of applying the kubelet's node IPs (`--node-ip`) to the chosen addresses of a Node.
///
/// The chosen addresses that equal a node IP come first. No other address of the same types is kept. Addresses of
/// the other types follow.
///
/// Rule from: kubernetes/cloud-provider, node/helpers/address.go, GetNodeAddressesFromNodeIP.
///
/// @param addresses the remaining addresses, in the order for the Node
/// @param requested the number of node IPs
/// @param unmatched the node IPs that equal no chosen address
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

    /// Returns true if the addresses contain the kubelet's node IPs. If there are two node IPs, one of them may be
    /// absent if its whole family is missing.
    ///
    /// @param missing the families that have no address and are not required
    boolean isSatisfied(List<IpFamily> missing) {
        boolean oneIs = unmatched.size() < requested;
        return unmatched.isEmpty() || (oneIs && unmatched.stream().allMatch(ip -> missing.contains(IpFamily.of(ip))));
    }
}
