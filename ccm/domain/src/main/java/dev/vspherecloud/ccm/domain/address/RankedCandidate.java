package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/// A candidate address with the criteria that rank it among the candidates of its family, for one type of address.
///
/// @param isNodeIp true if the kubelet was configured to use the address (`--node-ip`)
/// @param isCurrent true if the Node is initialised and has the address as this type
/// @param staticPosition the position among the addresses that cloud-init sets, [#NOT_STATIC] if cloud-init does
///     not set the address
/// @param virtualIpScore the signs that the address is a virtual IP
record RankedCandidate(
        AddressCandidate candidate,
        boolean isNodeIp,
        boolean isCurrent,
        int staticPosition,
        VirtualIpScore virtualIpScore) {
    static final int NOT_STATIC = Integer.MAX_VALUE;

    /// Returns the order of candidates, best first. Candidates that are equal in all criteria stay in the order of
    /// the report. A virtual-IP score never ranks an address below addresses of another NIC.
    ///
    /// @param hasAllNodeIps true if the Node has all its node IPs already; then its present addresses come before
    ///     its node IPs, so that nothing changes
    static Comparator<RankedCandidate> order(boolean hasAllNodeIps) {
        Comparator<RankedCandidate> kubelet = Comparator.comparing(rankedCandidate -> !rankedCandidate.isNodeIp());
        Comparator<RankedCandidate> held = Comparator.comparing(rankedCandidate -> !rankedCandidate.isCurrent());
        return (hasAllNodeIps ? held.thenComparing(kubelet) : kubelet.thenComparing(held))
                .thenComparingInt(RankedCandidate::staticPosition)
                .thenComparingInt(rankedCandidate -> rankedCandidate.candidate().position())
                .thenComparingInt(
                        rankedCandidate -> rankedCandidate.virtualIpScore().weight());
    }

    /// Returns this candidate, marked as current if the Node has its address.
    ///
    /// @param addresses the addresses that the Node has as the type in question
    RankedCandidate withCurrent(Set<InetAddress> addresses) {
        return addresses.contains(candidate.ip())
                ? new RankedCandidate(candidate, isNodeIp, true, staticPosition, virtualIpScore)
                : this;
    }

    /// Returns why this candidate ranks before the other, for example `which the Node already has`. Returns empty
    /// if only the order of the report or a virtual-IP score decides.
    Optional<String> reasonAhead(RankedCandidate other) {
        if (isNodeIp && !other.isNodeIp) {
            return Optional.of("which is the kubelet's node IP");
        }
        if (isCurrent && !other.isCurrent) {
            return Optional.of("which the Node already has");
        }
        if (staticPosition >= other.staticPosition) {
            return Optional.empty();
        }
        return Optional.of("which cloud-init sets" + (other.staticPosition == NOT_STATIC ? "" : " first"));
    }

    /// Returns why the other candidate ranks before this one, for example `after 10.1.0.5, which the Node already
    /// has`.
    String reasonBehind(RankedCandidate better) {
        String after = "after " + better.candidate.text();
        boolean isLikelierVirtual = better.candidate.position() == candidate.position()
                && virtualIpScore.weight() > better.virtualIpScore.weight();
        return better.reasonAhead(this)
                .map(reason -> after + ", " + reason)
                .orElseGet(() -> isLikelierVirtual
                        ? after + ", because this one may be a virtual IP: " + String.join(", ", virtualIpScore.texts())
                        : after + " in the report");
    }
}
