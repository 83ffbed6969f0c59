package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.List;

/// What VMware Tools last reported from inside the VM, and the addresses that cloud-init sets there.
///
/// @param hostName     the host name; empty if VMware Tools do not report it
/// @param nics         the interfaces in the order of the report
/// @param toolsRunning true if VMware Tools run now; if they do not, the other values may be old
/// @param gateways     the gateways of the default routes; empty if VMware Tools do not report them
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

    /// Returns the network interfaces that are virtual NICs of the VM, not only interfaces inside the guest.
    public List<GuestNic> virtualNics() {
        return nics.stream().filter(GuestNic::isVirtualDevice).toList();
    }
}
