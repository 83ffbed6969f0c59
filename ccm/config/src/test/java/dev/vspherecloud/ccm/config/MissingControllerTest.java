package dev.vspherecloud.ccm.config;

import static dev.vspherecloud.ccm.config.Reading.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the reader reports sections for controllers of cloud-provider-vsphere (Go) that this project does
/// not have.
class MissingControllerTest {
    private static final String YAML = "global: {server: vc, user: u, password: p}\n";
    private static final String INI = "[VirtualCenter \"vc\"]\nuser = u\npassword = p\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nsxt              | no service controller and no route controller
            loadBalancer      | no service controller, so Services of type LoadBalancer get no address
            loadBalancerClass | no service controller
            route             | no route controller, so no route is created for the Pods
            """)
    void aSectionOfAMissingControllerIsNamed(String section, String expected) {
        assertThat(problems(YAML + section + ": {}\n"))
                .singleElement()
                .asString()
                .startsWith("W c.yaml:2:1: " + section + ": found a section that this program does not support")
                .contains(expected);
    }

    @Test
    void inIniItIsNamedOnce() {
        assertThat(problems(INI + "[LoadBalancerClass \"a\"]\n[LoadBalancerClass \"b\"]\n[Snapshot]\n"))
                .filteredOn(problem -> problem.contains("does not support"))
                .singleElement()
                .asString()
                .startsWith("W c.ini:4:1: LoadBalancerClass: ");
    }

    @Test
    void theSectionsOfAControllerAreRecognizedInAnyCase() {
        assertThat(MissingController.configuredBy(Set.of("NSXT")))
                .containsExactlyInAnyOrder(MissingController.LOAD_BALANCERS, MissingController.ROUTES);
        assertThat(MissingController.configuredBy(Set.of("Route", "Snapshot")))
                .containsExactly(MissingController.ROUTES);
        assertThat(MissingController.configuredBy(Set.of("Snapshot"))).isEmpty();
    }
}
