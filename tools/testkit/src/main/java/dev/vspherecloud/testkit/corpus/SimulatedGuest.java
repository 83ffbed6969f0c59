package dev.vspherecloud.testkit.corpus;

import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.testkit.inventory.NicSpec;
import dev.vspherecloud.testkit.inventory.VmSpec;
import java.net.InetAddress;
import java.util.stream.Collectors;

/// Converts a guest of the corpus to the guest of a simulated VM.
final class SimulatedGuest {
    private SimulatedGuest() {}

    static VmSpec in(VmSpec vm, Guest guest) {
        VmSpec reporting = vm.hostName(guest.hostName())
                .toolsRunning(guest.toolsRunning())
                .gateways(guest.gateways().stream()
                        .map(InetAddress::getHostAddress)
                        .toArray(String[]::new))
                .noNics();
        for (GuestNic nic : guest.nics()) {
            reporting = reporting.nic(nic(nic));
        }
        return switch (guest.statics()) {
            case StaticAddresses.None() -> reporting.extraConfig("guestinfo.metadata", "");
            case StaticAddresses.Listed(var addresses) ->
                reporting.metadata(addresses.stream()
                        .map(ip -> "'" + ip.getHostAddress() + "/24'")
                        .collect(Collectors.joining(", ", "network: {ethernets: {id0: {addresses: [", "]}}}")));
            case StaticAddresses.Unreadable _ -> reporting.metadata("network: [");
        };
    }

    private static NicSpec nic(GuestNic nic) {
        return new NicSpec(
                nic.network(),
                nic.mac(),
                nic.deviceKey(),
                true,
                nic.addresses().stream().map(SimulatedGuest::address).toList());
    }

    private static NicSpec.Address address(GuestAddress address) {
        return new NicSpec.Address(
                address.text(),
                address.prefixLength().orElse(0),
                vim(address.origin().text()),
                vim(address.state().text()));
    }

    /// Returns the name in vim25, such as `linklayer`; empty for an unknown value.
    private static String vim(String word) {
        return word.equals("unknown") ? "" : word.replace("_", "");
    }
}
