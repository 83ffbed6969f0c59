package dev.vspherecloud.ccm.domain.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
class PersistedNamesTest {
    @Test
    void readyInJson() {
        assertThat(Arrays.stream(NodeHealth.Ready.values()).map(NodeHealth.Ready::text))
                .containsExactly("true", "false", "unknown");
    }

    @Test
    void familyPolicyInAConfiguration() {
        assertThat(Arrays.stream(FamilyPolicy.values()).map(FamilyPolicy::text)).containsExactly("require", "prefer");
    }

    @Test
    void typeOfAnAddressInANode() {
        assertThat(Arrays.stream(NodeAddress.Type.values()).map(NodeAddress.Type::spelling))
                .containsExactly("Hostname", "InternalIP", "ExternalIP", "InternalDNS", "ExternalDNS");
    }
}
