package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComponentConfigTest {
    private static Options options(String... more) {
        List<String> arguments = new ArrayList<>(List.of("--cloud-config=/etc/vsphere.conf"));
        arguments.addAll(List.of(more));
        return switch (CommandLine.parse(arguments, Map.of(), "1")) {
            case CommandLine.Run(Options options) -> options;
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    private static JsonNode config(String... more) throws JsonProcessingException {
        return new ObjectMapper()
                .readTree(ComponentConfig.of(options(more)).toString())
                .path("cloudcontrollermanager.config.k8s.io");
    }

    @Test
    void hasTheNamesAndDefaultsOfGo() throws JsonProcessingException {
        JsonNode config = config();

        assertThat(config.at("/Generic/Port").intValue()).isEqualTo(10258);
        assertThat(config.at("/Generic/Address").textValue()).isEqualTo("0.0.0.0");
        assertThat(config.at("/Generic/MinResyncPeriod").textValue()).isEqualTo("12h0m0s");
        assertThat(config.at("/Generic/ClientConnection/QPS").intValue()).isEqualTo(20);
        assertThat(config.at("/Generic/ClientConnection/Burst").intValue()).isEqualTo(30);
        assertThat(config.at("/Generic/LeaderElection/LeaderElect").booleanValue())
                .isTrue();
        assertThat(config.at("/Generic/LeaderElection/LeaseDuration").textValue())
                .isEqualTo("15s");
        assertThat(config.at("/Generic/Controllers/0").textValue()).isEqualTo("*");
        assertThat(config.at("/KubeCloudShared/CloudProvider/CloudConfigFile").textValue())
                .isEqualTo("/etc/vsphere.conf");
        assertThat(config.at("/NodeController/ConcurrentNodeSyncs").intValue()).isEqualTo(1);
        assertThat(config.at("/NodeStatusUpdateFrequency").textValue()).isEqualTo("5m0s");
    }

    @Test
    void showsWhatWasGiven() throws JsonProcessingException {
        JsonNode config =
                config("--kube-api-qps=2.5", "--leader-elect=false", "--controllers=*,-cloud-node-controller");

        assertThat(config.at("/Generic/ClientConnection/QPS").doubleValue()).isEqualTo(2.5);
        assertThat(config.at("/Generic/LeaderElection/LeaderElect").booleanValue())
                .isFalse();
        assertThat(config.at("/Generic/Controllers")).hasSize(2);
    }

    @Test
    void everyFlagOfARunIsInTheDump() {
        Map<String, String> all = options("-v=4", "--profiling=false").texts();

        assertThat(all)
                .containsEntry("v", "4")
                .containsEntry("profiling", "false")
                .containsEntry("secure-port", "10258");
        assertThat(all).doesNotContainKeys("output", "to");
    }
}
