package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// State from earlier reports of one guest, so that an incomplete report removes no address from the Node. The
/// state is not stored and ends with the process.
///
/// Times are nanoseconds of one monotonic clock.
///
/// @param nics by address of the Node, the interface in the last report that contained the address
/// @param movingSince by missing address that another one may have replaced, the time when this was first seen
/// @param missingSince the time since when the guest does not report an address or the host name of the Node; empty
///     if it reports all of them
/// @param unmatchedSince the time since when a configured rule selects no address; empty if each rule selects one
public record ReportHistory(
        Map<InetAddress, GuestNic> nics,
        Map<InetAddress, Long> movingSince,
        OptionalLong missingSince,
        OptionalLong unmatchedSince) {
    public static final ReportHistory EMPTY =
            new ReportHistory(Map.of(), Map.of(), OptionalLong.empty(), OptionalLong.empty());

    public ReportHistory {
        nics = Map.copyOf(nics);
        movingSince = Map.copyOf(movingSince);
    }

    /// Returns the history for a command that evaluates a single report: the command does not wait for a complete
    /// report ([UnmatchedRulePolicy]).
    public static ReportHistory ofSingleReport(long now) {
        return EMPTY.withUnmatchedSince(OptionalLong.of(now - UnmatchedRulePolicy.GRACE.toNanos()));
    }

    ReportHistory withUnmatchedSince(OptionalLong since) {
        return new ReportHistory(nics, movingSince, missingSince, since);
    }

    /// Returns the address with the attributes of the last report that contained it.
    Optional<GuestAddress> address(InetAddress ip) {
        return Optional.ofNullable(nics.get(ip)).flatMap(nic -> nic.addresses().stream()
                .filter(address -> address.ip().equals(ip))
                .findFirst());
    }
}
