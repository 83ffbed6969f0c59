package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpAddressParser;
import dev.vspherecloud.domain.ip.IpFamily;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The addresses that the kubelet was told to use (`--node-ip`), as it leaves them in the annotation
/// [#ANNOTATION].
///
/// Rule from: kubernetes/cloud-provider, node/helpers/address.go, GetNodeAddressesFromNodeIP.
public sealed interface ProvidedNodeIps {
    String ANNOTATION = "alpha.kubernetes.io/provided-node-ip";

    /// Two addresses with leading zeros and a comma have fewer characters.
    int LONGEST = 128;

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
    /// @param text what stands there, or the beginning of it
    record Malformed(String text) implements ProvidedNodeIps {}

    /// Reads the annotation: one address, or one of each family joined by a comma. Nothing is trimmed, and an empty
    /// text is malformed: whoever wrote it meant something.
    ///
    /// Rule from: kubernetes/component-helpers, node/util/ips.go, ParseNodeIPAnnotation.
    static ProvidedNodeIps parse(String annotation) {
        if (annotation.length() > LONGEST) {
            return new Malformed(annotation.substring(0, LONGEST) + "...");
        }
        var ips = new ArrayList<InetAddress>();
        for (String part : annotation.split(",", -1)) {
            Optional<InetAddress> ip = IpAddressParser.SLOPPY.parse(part);
            if (ip.isEmpty()) {
                return new Malformed(annotation);
            }
            ips.add(ip.get());
        }
        return ips.size() == 1 || isPair(ips) ? new Listed(ips) : new Malformed(annotation);
    }

    private static boolean isPair(List<InetAddress> ips) {
        return ips.size() == 2
                && IpFamily.of(ips.getFirst()) != IpFamily.of(ips.getLast())
                && ips.stream().noneMatch(InetAddress::isAnyLocalAddress);
    }
}
