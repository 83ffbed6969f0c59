package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ControllerNameTest {
    @ParameterizedTest
    @EnumSource
    @Conforms("O07")
    void isWordsInLowerCaseThatEndInController(ControllerName name) {
        assertThat(name.toString()).matches("[a-z]([-a-z]*[a-z])?-controller");
    }

    @Test
    @Conforms("O08")
    void hasTheFourGoControllersAndTheirOlderNames() {
        assertThat(ControllerName.names())
                .containsExactlyInAnyOrder(
                        "cloud-node-controller", "cloud-node",
                        "cloud-node-lifecycle-controller", "cloud-node-lifecycle",
                        "service-lb-controller", "service",
                        "node-route-controller", "route");
    }
}
