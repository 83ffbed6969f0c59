package dev.vspherecloud.domain.vm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.topology.TopologyRules;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
class PersistedNamesTest {
    @Test
    void powerInJson() {
        assertThat(Arrays.stream(PowerState.values()).map(PowerState::text))
                .containsExactly("on", "off", "suspended", "unknown");
    }

    @Test
    void powerInMessages() {
        assertThat(Arrays.stream(PowerState.values()).map(PowerState::toString))
                .containsExactly("ON", "OFF", "SUSPENDED", "UNKNOWN");
    }

    @Test
    void connectionInJson() {
        assertThat(Arrays.stream(ConnectionState.values()).map(ConnectionState::text))
                .containsExactly("connected", "disconnected", "inaccessible", "invalid", "orphaned");
    }

    @Test
    void roleInJson() {
        assertThat(Arrays.stream(VmRole.values()).map(VmRole::text))
                .containsExactly("machine", "template", "placeholder");
    }

    @Test
    void originOfAnAddressInJson() {
        assertThat(Arrays.stream(GuestAddress.Origin.values()).map(GuestAddress.Origin::text))
                .containsExactly("unknown", "manual", "dhcp", "link_layer", "random", "other");
    }

    @Test
    void stateOfAnAddressInJson() {
        assertThat(Arrays.stream(GuestAddress.State.values()).map(GuestAddress.State::text))
                .containsExactly(
                        "unknown", "preferred", "deprecated", "invalid", "inaccessible", "tentative", "duplicate");
    }

    @Test
    void modeInAConfiguration() {
        assertThat(Arrays.stream(TopologyRules.Mode.values()).map(TopologyRules.Mode::text))
                .containsExactly("compatible", "nearest");
    }

    @Test
    void familyInAConfiguration() {
        assertThat(Arrays.stream(IpFamily.values()).map(IpFamily::text)).containsExactly("ipv4", "ipv6");
    }

    @Test
    void familyInMessages() {
        assertThat(Arrays.stream(IpFamily.values()).map(IpFamily::toString)).containsExactly("IPv4", "IPv6");
    }
}
