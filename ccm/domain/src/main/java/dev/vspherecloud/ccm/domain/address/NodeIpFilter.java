package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the kubelet's node IPs leave of the addresses that were chosen.
///
/// Each of them takes the addresses that equal it to the front. The types of those are then its own: no other address
/// keeps such a type. Addresses of the other types follow.
///
/// Rule from: kubernetes/cloud-provider, node/helpers/address.go, GetNodeAddressesFromNodeIP.
///
/// @param addresses what is left, in the Node's order
/// @param asked     how many node IPs there are
/// @param unmatched those that equal no address
record NodeIpFilter(List<NodeAddress> addresses, int asked, List<InetAddress> unmatched) {
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
                    chosen.stream().filter(address -> address.is(nodeIp)).toList();
            kept.addAll(matched);
            matched.forEach(address -> enforced.add(address.type()));
            if (matched.isEmpty()) {
                unmatched.add(nodeIp);
            }
        }
        chosen.stream().filter(address -> !enforced.contains(address.type())).forEach(kept::add);
        return new NodeIpFilter(List.copyOf(kept), nodeIps.size(), unmatched);
    }

    /// Whether the kubelet gets its way. One of two node IPs may be amiss as long as its whole family is.
    ///
    /// @param missing families without an address, where none is required
    boolean isObeyed(List<IpFamily> missing) {
        boolean oneIs = unmatched.size() < asked;
        return unmatched.isEmpty() || (oneIs && unmatched.stream().allMatch(ip -> missing.contains(IpFamily.of(ip))));
    }
}
