package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.List;

/// What VMware Tools last reported from inside the VM, and the addresses that cloud-init sets there.
///
/// @param hostName     empty if Tools do not report it
/// @param nics         in the order of the report
/// @param toolsRunning whether Tools run now; if they do not, the rest may be old
/// @param gateways     of the default routes; empty if Tools do not report them
/// @param statics      the addresses that cloud-init sets
public record Guest(
        String hostName,
        List<GuestNic> nics,
        boolean toolsRunning,
        List<InetAddress> gateways,
        StaticAddresses statics) {
    public Guest {
        nics = List.copyOf(nics);
        gateways = List.copyOf(gateways);
    }

    /// Returns the interfaces that are devices of the VM.
    public List<GuestNic> virtualNics() {
        return nics.stream().filter(GuestNic::isVirtualDevice).toList();
    }
}
