package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestAddress.Origin;
import dev.vspherecloud.domain.vm.GuestAddress.State;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewaysTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.5/24, 10.1.0.5/24, true",
        "10.0.0.5/24, 10.0.0.6/16, true",
        "fd00::5/64, 2001:db8::5/64, true",
        "10.0.0.5/24, 10.0.0.6/24, false",
        "10.0.0.5/24, 10.1.0.5/32, false",
        "10.0.0.5/24, fd00::5/64, false",
        "fd00::5/64, fe80::5/64, false",
        "fd00::5/64, 2001:db8::5/128, false",
        "10.0.0.5/24, 10.1.0.5/0, false"
    })
    void areNeededIfOneNicIsInTwoSubnets(String one, String other, boolean areNeeded) {
        assertThat(Gateways.areNeededFor(guest(nic(4000, one, other)))).isEqualTo(areNeeded);
    }

    @Test
    void areNotNeededForSeparateNics() {
        assertThat(Gateways.areNeededFor(guest(nic(4000, "10.0.0.5/24"), nic(4001, "10.1.0.5/24"))))
                .isFalse();
        assertThat(Gateways.areNeededFor(guest(nic(GuestNic.NOT_A_DEVICE, "10.0.0.5/24", "10.1.0.5/24"))))
                .isFalse();
    }

    private static Guest guest(GuestNic... nics) {
        return Vms.guest("w-1", List.of(nics));
    }

    private static GuestNic nic(int device, String... cidrs) {
        return new GuestNic(
                "VM Network",
                device,
                Arrays.stream(cidrs).map(GatewaysTest::address).toList());
    }

    /// @param cidr with prefix length 0 if VMware Tools report none
    private static GuestAddress address(String cidr) {
        String ip = cidr.substring(0, cidr.indexOf('/'));
        int length = Integer.parseInt(cidr.substring(cidr.indexOf('/') + 1));
        OptionalInt prefix = length == 0 ? OptionalInt.empty() : OptionalInt.of(length);
        return new GuestAddress(ip, InetAddress.ofLiteral(ip), prefix, Origin.UNKNOWN, State.UNKNOWN);
    }
}
