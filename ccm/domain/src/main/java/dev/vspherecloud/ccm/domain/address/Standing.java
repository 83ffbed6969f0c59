package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/// How a candidate stands among those of its family, for one type of address.
///
/// @param nodeIp      whether the kubelet was told to use it
/// @param held        whether the Node has it as this type, and others rely on it
/// @param staticPlace among the addresses that cloud-init sets, [#NOT_STATIC] when it is none of them
/// @param doubt       what speaks for its being virtual
record Standing(AddressCandidate candidate, boolean nodeIp, boolean held, int staticPlace, Doubt doubt) {
    static final int NOT_STATIC = Integer.MAX_VALUE;

    /// Best first. Who is equal in all this stays in the order of the report, and no doubt moves an address behind
    /// those of other NICs.
    ///
    /// The kubelet's word counts first, unless the Node obeys it already: then nothing changes.
    static Comparator<Standing> bestFirst(boolean obeysKubelet) {
        Comparator<Standing> kubelet = Comparator.comparing(standing -> !standing.nodeIp());
        Comparator<Standing> held = Comparator.comparing(standing -> !standing.held());
        return (obeysKubelet ? held.thenComparing(kubelet) : kubelet.thenComparing(held))
                .thenComparingInt(Standing::staticPlace)
                .thenComparingInt(standing -> standing.candidate().place())
                .thenComparingInt(standing -> standing.doubt().weight());
    }

    /// @param addresses that the Node has as this type
    Standing heldAmong(Set<InetAddress> addresses) {
        return addresses.contains(candidate.ip()) ? new Standing(candidate, nodeIp, true, staticPlace, doubt) : this;
    }

    /// Why this one goes before the other, as in `which the Node has already`; empty when nothing but the report or a
    /// doubt has it so.
    Optional<String> merit(Standing other) {
        if (nodeIp && !other.nodeIp) {
            return Optional.of("which is the kubelet's node IP");
        }
        if (held && !other.held) {
            return Optional.of("which the Node has already");
        }
        if (staticPlace >= other.staticPlace) {
            return Optional.empty();
        }
        return Optional.of("which cloud-init sets" + (other.staticPlace == NOT_STATIC ? "" : " first"));
    }

    /// Why the other goes before this one, as in `after 10.1.0.5, which the Node has already`.
    String fault(Standing better) {
        String after = "after " + better.candidate.text();
        boolean doubted = better.candidate.place() == candidate.place() && doubt.weight() > better.doubt.weight();
        return better.merit(this)
                .map(merit -> after + ", " + merit)
                .orElseGet(() -> doubted
                        ? after + ", since it may not stay: " + String.join(", ", doubt.words())
                        : after + " in the report");
    }
}
