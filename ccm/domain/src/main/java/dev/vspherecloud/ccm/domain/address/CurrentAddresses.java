package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// The host name and the IP addresses that a Node has now, from earlier reports of its guest.
///
/// @param hostName empty if the Node has none
/// @param texts the Node's IP addresses in its spelling, each once and in its order
record CurrentAddresses(Optional<String> hostName, SequencedMap<InetAddress, String> texts) {
    CurrentAddresses {
        texts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(texts));
    }

    static CurrentAddresses of(List<NodeAddress> addresses) {
        var texts = new LinkedHashMap<InetAddress, String>();
        addresses.stream()
                .filter(address -> address.type() == NodeAddress.Type.INTERNAL_IP
                        || address.type() == NodeAddress.Type.EXTERNAL_IP)
                .forEach(address -> address.ip().ifPresent(ip -> texts.putIfAbsent(ip, address.text())));
        return new CurrentAddresses(
                addresses.stream()
                        .filter(address -> address.type() == NodeAddress.Type.HOSTNAME)
                        .map(NodeAddress::text)
                        .findFirst(),
                texts);
    }

    Set<InetAddress> ips() {
        return texts.keySet();
    }

    String text(InetAddress ip) {
        return texts.getOrDefault(ip, ip.getHostAddress());
    }
}
