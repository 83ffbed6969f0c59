package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.ConfigKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests messages and secrecy of environment variables. [SameAsGoTest] tests which variables have an effect.
class EnvironmentOverridesTest {
    private static final String FILE = "vcenter: {x: {server: vc, user: u, password: p}}";

    @Test
    void aBadValueIsNamedByItsVariable() {
        assertThat(Reading.lines(Reading.read(FILE, Map.of("VSPHERE_NODES_INTERNAL_NETWORK_SUBNET_CIDR", "10.0/8"))))
                .singleElement()
                .asString()
                .startsWith("E environment variable VSPHERE_NODES_INTERNAL_NETWORK_SUBNET_CIDR:"
                        + " nodes.internalNetworkSubnetCidr: found \"10.0/8\", expected ranges");
    }

    @Test
    void aVcenterOfTheEnvironmentIsNamedByItsVariable() {
        assertThat(Reading.lines(Reading.read(FILE, Map.of("VSPHERE_VCENTER_A", "https://y"))))
                .containsExactly(
                        "E environment variable VSPHERE_VCENTER_A: vcenter.https://y.server: found a URL, expected only"
                                + " a host name or an address; write it without scheme, port and path, and a port"
                                + " under \"port\"",
                        "E environment variable VSPHERE_VCENTER_A: vcenter.https://y.user: found no credentials for"
                                + " this vCenter, expected user and password, or a Kubernetes Secret by secretName and"
                                + " secretNamespace, here or in global; add one of them");
    }

    @Test
    void anIneffectiveVariableSaysHowToEnableIt() {
        assertThat(Reading.lines(Reading.read(FILE, Map.of("VSPHERE_INSECURE", "true"))))
                .containsExactly(
                        "W environment variable VSPHERE_INSECURE: has no effect, as in cloud-provider-vsphere (Go);"
                                + " remove it, or use it by setting global.environmentOverrides to true");
    }

    static List<ConfigKey> noVariableOfAKeyShowsItsValueByDefault() {
        return CloudConfigTable.TABLE.keys();
    }

    @ParameterizedTest
    @MethodSource
    void noVariableOfAKeyShowsItsValueByDefault(ConfigKey key) {
        key.variable().ifPresent(variable -> {
            if (!variable.inForce()) {
                assertHidden(Map.of(variable.name(), "hunter2=hunter2"));
            }
        });
        key.indexedVariable()
                .ifPresent(own -> assertHidden(Map.of(own.of("A"), "hunter2=hunter2", "VSPHERE_VCENTER_A", "vc2")));
    }

    private static void assertHidden(Map<String, String> environment) {
        String problems =
                String.join("\n", Reading.lines(Reading.read(FILE + "\nglobal: {user: u, password: p}", environment)));

        assertThat(problems).isNotEmpty().doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void passwordsAreNeverShown(String optIn) {
        var environment = new HashMap<String, String>();
        environment.put("VSPHERE_USER", "-----BEGIN hunter2");
        environment.put("VSPHERE_PASSWORD", "hunter2");
        environment.put("VSPHERE_VCENTER_A", "y");
        environment.put("VCENTER_A_USERNAME", "-----BEGIN hunter2");
        environment.put("VCENTER_A_PASSWORD", "hunter2 ");

        assertThat(Reading.read(FILE + "\nglobal: {environmentOverrides: " + optIn + "}", environment)
                        .toString())
                .doesNotContain("hunter2");
    }

    @Test
    void passwordsAreTakenByteForByte() {
        var environment =
                Map.of("VSPHERE_VCENTER_A", "x", "VCENTER_A_USERNAME", "u", "VCENTER_A_PASSWORD", " p\"\\#ü ");

        assertThat(EffectiveConfigText.of(Reading.read(FILE, environment))).isEqualTo("x=x u/ p\"\\#ü ");
    }

    @Test
    void variablesOfServicesAreNoVcenters() {
        assertThat(Reading.lines(Reading.read(
                        FILE,
                        Map.of(
                                "VSPHERE_VCENTER_SERVICE_HOST", "10.0.0.1",
                                "VSPHERE_VCENTER_PORT", "tcp://10.0.0.1:443",
                                "VSPHERE_VCENTER_PORT_443_TCP_ADDR", "10.0.0.1",
                                "VCENTER_A_SERVICE_PORT", "443",
                                "VCENTER_A_PORT", "tcp://10.0.0.1:443",
                                "VSPHERE_CLOUD_CONTROLLER_MANAGER_PORT", "tcp://10.0.0.1:443"))))
                .isEmpty();
    }

    @Test
    void emptyVariablesCountAsNotGiven() {
        assertThat(Reading.lines(Reading.read(FILE, Map.of("VSPHERE_USER", "", "VSPHERE_LABEL_ZONE", " "))))
                .isEmpty();
    }

    @Test
    void valuesOfTheFileWithoutAVariableStay() {
        assertThat(EffectiveConfigText.of(Reading.read(
                        "vcenter: {x: {server: vc, port: 444, proxyUrl: proxy, user: u, password: p}}",
                        Map.of("VSPHERE_VCENTER_A", "x", "VCENTER_A_USERNAME", "v", "VCENTER_A_PASSWORD", "w"))))
                .isEqualTo("x=x v/w proxy=proxy:80");
    }
}
