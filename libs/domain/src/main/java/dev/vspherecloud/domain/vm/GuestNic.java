package dev.vspherecloud.domain.vm;

import java.util.List;

/// A network interface as VMware Tools report it (`guest.net`).
///
/// @param network   the name of the port group; empty if the interface is not a virtual NIC or vCenter does not
///     report it
/// @param deviceKey the key of the virtual device; [#NOT_A_DEVICE] for interfaces that exist only in the guest
/// @param mac       the MAC address, in lower case with colons; empty if VMware Tools do not report it
/// @param addresses the addresses in the order of the report, without entries that are not IP addresses
public record GuestNic(String network, int deviceKey, String mac, List<GuestAddress> addresses) {
    /// The device key of bridges, tunnels and other interfaces that the guest created. From the vSphere API,
    /// GuestNicInfo.deviceConfigId.
    public static final int NOT_A_DEVICE = -1;

    public GuestNic {
        addresses = List.copyOf(addresses);
    }

    /// Creates an interface whose MAC address is not known.
    public GuestNic(String network, int deviceKey, List<GuestAddress> addresses) {
        this(network, deviceKey, "", addresses);
    }

    public boolean isVirtualDevice() {
        return deviceKey != NOT_A_DEVICE;
    }
}
