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
/// @param virtualIpScore       what speaks for its being virtual
record RankedCandidate(
        AddressCandidate candidate, boolean nodeIp, boolean held, int staticPlace, VirtualIpScore virtualIpScore) {
    static final int NOT_STATIC = Integer.MAX_VALUE;

    /// Best first. Who is equal in all this stays in the order of the report, and no doubt moves an address behind
    /// those of other NICs.
    ///
    /// The kubelet's word counts first, unless the Node obeys it already: then nothing changes.
    static Comparator<RankedCandidate> bestFirst(boolean obeysKubelet) {
        Comparator<RankedCandidate> kubelet = Comparator.comparing(rankedCandidate -> !rankedCandidate.nodeIp());
        Comparator<RankedCandidate> held = Comparator.comparing(rankedCandidate -> !rankedCandidate.held());
        return (obeysKubelet ? held.thenComparing(kubelet) : kubelet.thenComparing(held))
                .thenComparingInt(RankedCandidate::staticPlace)
                .thenComparingInt(rankedCandidate -> rankedCandidate.candidate().place())
                .thenComparingInt(
                        rankedCandidate -> rankedCandidate.virtualIpScore().weight());
    }

    /// @param addresses that the Node has as this type
    RankedCandidate heldAmong(Set<InetAddress> addresses) {
        return addresses.contains(candidate.ip())
                ? new RankedCandidate(candidate, nodeIp, true, staticPlace, virtualIpScore)
                : this;
    }

    /// Why this one goes before the other, as in `which the Node has already`; empty when nothing but the report or a
    /// doubt has it so.
    Optional<String> merit(RankedCandidate other) {
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
    String fault(RankedCandidate better) {
        String after = "after " + better.candidate.text();
        boolean doubted = better.candidate.place() == candidate.place()
                && virtualIpScore.weight() > better.virtualIpScore.weight();
        return better.merit(this)
                .map(merit -> after + ", " + merit)
                .orElseGet(() -> doubted
                        ? after + ", since it may not stay: " + String.join(", ", virtualIpScore.words())
                        : after + " in the report");
    }
}
