package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.List;

/// What VMware Tools last reported from inside the VM, and what cloud-init was told to set up there.
///
/// @param hostName     empty when Tools do not say
/// @param nics         in the order of the report
/// @param toolsRunning whether Tools run now; when they do not, the rest is from before
/// @param gateways     of the default routes; empty when Tools do not say
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

    /// The interfaces that are devices of the VM.
    public List<GuestNic> virtualNics() {
        return nics.stream().filter(GuestNic::isVirtualDevice).toList();
    }
}
