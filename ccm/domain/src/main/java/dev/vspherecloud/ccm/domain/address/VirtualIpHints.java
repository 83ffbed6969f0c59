package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Map;

/// Hints that addresses may be virtual IPs, which move from Node to Node.
///
/// @param inUse by address, the Service or endpoint that uses it, for people, for example `Service ingress/nginx`
/// @param seenOn by address, the name of another VM that reported it too
public record VirtualIpHints(Map<InetAddress, String> inUse, Map<InetAddress, String> seenOn) {
    public static final VirtualIpHints NONE = new VirtualIpHints(Map.of(), Map.of());

    public VirtualIpHints {
        inUse = Map.copyOf(inUse);
        seenOn = Map.copyOf(seenOn);
    }
}
