package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What is remembered of the reports of one guest, so that a bad one harms nothing. It ends with the process.
///
/// Times are nanoseconds of one monotonic clock.
///
/// @param nics         for each address of the Node, the interface as it was when it was last reported to have it
/// @param movingSince  since when each address that is not reported seems to have moved to another interface
/// @param missingSince since when something of the Node is not reported; empty while all is
public record ReportHistory(
        Map<InetAddress, GuestNic> nics, Map<InetAddress, Long> movingSince, OptionalLong missingSince) {
    public static final ReportHistory BLANK = new ReportHistory(Map.of(), Map.of(), OptionalLong.empty());

    public ReportHistory {
        nics = Map.copyOf(nics);
        movingSince = Map.copyOf(movingSince);
    }

    /// As it was last reported.
    Optional<GuestAddress> address(InetAddress ip) {
        return Optional.ofNullable(nics.get(ip)).flatMap(nic -> nic.addresses().stream()
                .filter(address -> address.ip().equals(ip))
                .findFirst());
    }
}
