package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/// A candidate with the criteria that rank it within its family, for one type of address.
///
/// @param nodeIp         whether the kubelet was configured to use it
/// @param held           whether the initialised Node has it as this type
/// @param staticPlace    its position among the addresses that cloud-init sets, [#NOT_STATIC] if it is none of
///                       them
/// @param virtualIpScore the signs that it is virtual
record RankedCandidate(
        AddressCandidate candidate, boolean nodeIp, boolean held, int staticPlace, VirtualIpScore virtualIpScore) {
    static final int NOT_STATIC = Integer.MAX_VALUE;

    /// Returns the order of candidates, best first. Candidates that are equal in all criteria stay in the order of
    /// the report. A virtual-IP score never ranks an address below addresses of another NIC.
    ///
    /// The kubelet's node IP counts first, unless the Node has it already: then nothing changes.
    static Comparator<RankedCandidate> bestFirst(boolean obeysKubelet) {
        Comparator<RankedCandidate> kubelet = Comparator.comparing(rankedCandidate -> !rankedCandidate.nodeIp());
        Comparator<RankedCandidate> held = Comparator.comparing(rankedCandidate -> !rankedCandidate.held());
        return (obeysKubelet ? held.thenComparing(kubelet) : kubelet.thenComparing(held))
                .thenComparingInt(RankedCandidate::staticPlace)
                .thenComparingInt(rankedCandidate -> rankedCandidate.candidate().place())
                .thenComparingInt(
                        rankedCandidate -> rankedCandidate.virtualIpScore().weight());
    }

    /// @param addresses the addresses that the Node has as this type
    RankedCandidate heldAmong(Set<InetAddress> addresses) {
        return addresses.contains(candidate.ip())
                ? new RankedCandidate(candidate, nodeIp, true, staticPlace, virtualIpScore)
                : this;
    }

    /// Returns why this candidate goes before the other, as in `which the Node has already`. Empty if only the
    /// order of the report or a virtual-IP score decides.
    Optional<String> merit(RankedCandidate other) {
        if (nodeIp && !other.nodeIp) {
            return Optional.of("which is the kubelet's node IP");
        }
        if (held && !other.held) {
            return Optional.of("which the Node already has");
        }
        if (staticPlace >= other.staticPlace) {
            return Optional.empty();
        }
        return Optional.of("which cloud-init sets" + (other.staticPlace == NOT_STATIC ? "" : " first"));
    }

    /// Returns why the other candidate goes before this one, as in `after 10.1.0.5, which the Node has already`.
    String fault(RankedCandidate better) {
        String after = "after " + better.candidate.text();
        boolean doubted = better.candidate.place() == candidate.place()
                && virtualIpScore.weight() > better.virtualIpScore.weight();
        return better.merit(this)
                .map(merit -> after + ", " + merit)
                .orElseGet(() -> doubted
                        ? after + ", because this one may be a virtual IP: " + String.join(", ", virtualIpScore.words())
                        : after + " in the report");
    }
}
