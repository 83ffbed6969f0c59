package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What is remembered of the earlier reports of one guest, so that an incomplete report removes no address. It is
/// not stored and ends with the process.
///
/// Times are nanoseconds of one monotonic clock.
///
/// @param nics         for each address of the Node, the interface in the last report that had the address
/// @param movingSince  for each missing address that another one may have replaced, the time since when this is so
/// @param missingSince the time since when an address or the host name of the Node is not reported; empty if all
///                     are
public record ReportHistory(
        Map<InetAddress, GuestNic> nics, Map<InetAddress, Long> movingSince, OptionalLong missingSince) {
    public static final ReportHistory EMPTY = new ReportHistory(Map.of(), Map.of(), OptionalLong.empty());

    public ReportHistory {
        nics = Map.copyOf(nics);
        movingSince = Map.copyOf(movingSince);
    }

    /// Returns the address as it was last reported.
    Optional<GuestAddress> address(InetAddress ip) {
        return Optional.ofNullable(nics.get(ip)).flatMap(nic -> nic.addresses().stream()
                .filter(address -> address.ip().equals(ip))
                .findFirst());
    }
}
