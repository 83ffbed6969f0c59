package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Map;

/// Hints that addresses may be virtual, and so move from Node to Node.
///
/// @param inUse who else uses an address, for people, as in `Service ingress/nginx`
/// @param seenOn  which other VM reported the address too
public record VirtualIpHints(Map<InetAddress, String> inUse, Map<InetAddress, String> seenOn) {
    public static final VirtualIpHints NONE = new VirtualIpHints(Map.of(), Map.of());

    public VirtualIpHints {
        inUse = Map.copyOf(inUse);
        seenOn = Map.copyOf(seenOn);
    }
}
