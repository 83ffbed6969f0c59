package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.NodeFixtures;
import dev.vspherecloud.domain.vm.Guest;
import org.junit.jupiter.api.Test;

class ConfiguredRuleTest {
    private static final Guest GUEST =
            AddressScenario.input("-: 10.244.0.1; A: 10.1.0.5; B: none", "").guest();

    @Test
    void eachValueIsARuleOfItsOwn() {
        assertThat(ConfiguredRule.all(NodeFixtures.rules(
                                "int=10.1.0.0/16,10.9.0.0/16 not-int=10.244.0.0/16 not-ext=10.7.0.0/16 int-net=b ext-net=X")
                        .networks()))
                .filteredOn(rule -> !rule.matches(GUEST))
                .map(ConfiguredRule::toString)
                .containsExactly(
                        "10.9.0.0/16 (internalNetworkSubnetCidr)",
                        "10.7.0.0/16 (excludeExternalNetworkSubnetCidr)",
                        "network \"X\" (externalVmNetworkName)");
    }

    @Test
    void aConfigurationWithoutRulesHasNone() {
        assertThat(ConfiguredRule.all(NodeNetworks.ANY)).isEmpty();
    }
}
