package dev.vspherecloud.testkit.inventory;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// A NIC as the guest reports it, for [VmSpec].
///
/// @param network the port group's name, empty for a NIC that vSphere does not know, such as a bridge
/// @param mac with colons
/// @param deviceConfigId the virtual device, from 4000; -1 for a NIC that only the guest has
/// @param addresses in the guest's order
public record NicSpec(String network, String mac, int deviceConfigId, boolean connected, List<Address> addresses) {
    /// An address of a NIC.
    ///
    /// @param ip of either family
    /// @param prefixLength 0 if VMware Tools do not report it
    /// @param origin such as `dhcp`, `manual`, `linklayer` or `random`; empty for none
    /// @param state such as `preferred`, `deprecated` or `tentative`; empty for none
    public record Address(String ip, int prefixLength, String origin, String state) {}

    public NicSpec {
        addresses = List.copyOf(addresses);
    }

    /// A connected NIC on a port group, with the first device key.
    public static NicSpec aNic(String network) {
        return new NicSpec(network, "00:50:56:00:00:01", 4000, true, List.of());
    }

    /// A NIC that only the guest has, such as a CNI bridge or a tunnel.
    public static NicSpec aGuestOnlyNic(String mac) {
        return new NicSpec("", mac, -1, true, List.of());
    }

    public NicSpec mac(String value) {
        return new NicSpec(network, value, deviceConfigId, connected, addresses);
    }

    public NicSpec deviceConfigId(int value) {
        return new NicSpec(network, mac, value, connected, addresses);
    }

    public NicSpec disconnected() {
        return new NicSpec(network, mac, deviceConfigId, false, addresses);
    }

    /// Adds a preferred address without an origin.
    ///
    /// @param cidr as in `10.0.0.5/24`
    public NicSpec address(String cidr) {
        return address(cidr, "", "preferred");
    }

    /// Adds an address with all values that VMware Tools can report.
    ///
    /// @param cidr as in `fd00::5/64`
    public NicSpec address(String cidr, String origin, String state) {
        var slash = cidr.indexOf('/');
        var length = Integer.parseInt(cidr.substring(slash + 1));
        return address(new Address(cidr.substring(0, slash), length, origin, state));
    }

    public NicSpec address(Address address) {
        var more = new ArrayList<>(addresses);
        more.add(address);
        return new NicSpec(network, mac, deviceConfigId, connected, more);
    }

    void writeTo(ObjectNode json) {
        json.put("network", network)
                .put("mac", mac)
                .put("deviceConfigId", deviceConfigId)
                .put("connected", connected);
        var list = json.putArray("addresses");
        for (var address : addresses) {
            list.addObject()
                    .put("ip", address.ip())
                    .put("prefixLength", address.prefixLength())
                    .put("origin", address.origin())
                    .put("state", address.state());
        }
    }
}
