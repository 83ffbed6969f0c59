package dev.vspherecloud.domain.vm;

import java.util.List;

/// A network interface as VMware Tools report it (`guest.net`).
///
/// @param network   name of the port group, empty when the interface is not a virtual NIC or vCenter does not say
/// @param deviceKey key of the virtual device, [#NOT_A_DEVICE] for interfaces that exist only in the guest
/// @param mac       hardware address, in lower case with colons; empty when Tools do not say
/// @param addresses in the order of the report; what is not an IP address was left out
public record GuestNic(String network, int deviceKey, String mac, List<GuestAddress> addresses) {
    /// Bridges, tunnels and the like, which the guest made itself. From the vSphere API,
    /// GuestNicInfo.deviceConfigId.
    public static final int NOT_A_DEVICE = -1;

    public GuestNic {
        addresses = List.copyOf(addresses);
    }

    /// Tools do not say which hardware address it has.
    public GuestNic(String network, int deviceKey, List<GuestAddress> addresses) {
        this(network, deviceKey, "", addresses);
    }

    public boolean isVirtualDevice() {
        return deviceKey != NOT_A_DEVICE;
    }
}
