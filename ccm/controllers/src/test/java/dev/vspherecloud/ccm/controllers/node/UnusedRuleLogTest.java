package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.ConfiguredRule;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.testkit.fakes.Vms;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnusedRuleLogTest {
    private static final NodeNetworks NETWORKS =
            new NodeNetworks(List.of(), List.of(), List.of(), List.of(), "nodes", "edge");
    private static final Duration LATER = Duration.ofMinutes(5);

    private final UnusedRuleLog log = new UnusedRuleLog();
    private long now = -7;

    @Test
    void aRuleThatMatchesNoVmIsLoggedOnce() {
        assertThat(check(NETWORKS, "nodes")).isEmpty();

        pass(LATER);
        assertThat(check(NETWORKS, "nodes")).containsExactly("network \"edge\" (externalVmNetworkName)");
        pass(LATER);
        assertThat(check(NETWORKS, "nodes")).isEmpty();
    }

    @Test
    void aRuleThatMatchesOneOfManyVmsIsUsed() {
        check(NETWORKS, "nodes");
        check(NETWORKS, "edge");

        pass(LATER);
        assertThat(check(NETWORKS, "nodes")).isEmpty();
    }

    @Test
    void aChangedConfigurationIsCheckedAgain() {
        check(NETWORKS, "edge");
        pass(LATER);
        check(NETWORKS, "edge");
        var corrected = new NodeNetworks(List.of(), List.of(), List.of(), List.of(), "node", "");

        assertThat(check(corrected, "edge")).isEmpty();
        pass(LATER);
        assertThat(check(corrected, "edge")).containsExactly("network \"node\" (internalVmNetworkName)");
    }

    @Test
    void nothingIsLoggedWithoutRules() {
        pass(LATER);
        assertThat(check(NodeNetworks.ANY, "nodes")).isEmpty();
    }

    private List<String> check(NodeNetworks networks, String network) {
        Guest guest = Vms.guest("w-1", List.of(new GuestNic(network, 4000, List.of())));
        return log.check(networks, guest, now).stream()
                .map(ConfiguredRule::toString)
                .toList();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
