package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpAddressParser;
import dev.vspherecloud.domain.ip.IpFamily;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The node IPs with which the kubelet was configured (`--node-ip`), as the kubelet writes them to the annotation
/// [#ANNOTATION].
///
/// Rule from: kubernetes/cloud-provider, node/helpers/address.go, GetNodeAddressesFromNodeIP.
public sealed interface ProvidedNodeIps {
    String ANNOTATION = "alpha.kubernetes.io/provided-node-ip";

    /// The maximum length of a valid annotation. Two addresses with leading zeros and a comma are shorter.
    int MAX_LENGTH = 128;

    /// The kubelet was not configured with a node IP.
    record None() implements ProvidedNodeIps {}

    /// The kubelet was configured with these node IPs.
    ///
    /// @param ips one address, or one of each family, in the order of the kubelet
    record Listed(List<InetAddress> ips) implements ProvidedNodeIps {
        public Listed {
            ips = List.copyOf(ips);
        }
    }

    /// The annotation is invalid, so the Node gets no addresses.
    ///
    /// @param text the text of the annotation, or its beginning if it is too long
    record Malformed(String text) implements ProvidedNodeIps {}

    /// Parses the annotation: one address, or one of each family with a comma between them. Blanks are not removed.
    /// An empty text is malformed, because the kubelet sets the annotation on purpose.
    ///
    /// Rule from: kubernetes/component-helpers, node/util/ips.go, ParseNodeIPAnnotation.
    static ProvidedNodeIps parse(String annotation) {
        if (annotation.length() > MAX_LENGTH) {
            return new Malformed(annotation.substring(0, MAX_LENGTH) + "...");
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
