package dev.vspherecloud.deploy.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The configuration files of k3s and RKE2 in the pages have only keys that these programs know. Each key is a flag.
class RancherConfigTest {
    /// Flags of both programs for servers.
    ///
    /// Source: k3s-io/k3s, pkg/cli/cmds/server.go and agent.go; rancher/rke2-docs, reference/server_config.md.
    private static final Set<String> KEYS =
            Set.of("disable-cloud-controller", "disable", "kubelet-arg", "server", "token", "node-ip", "tls-san");

    /// Components of k3s that `disable` may name.
    ///
    /// Source: k3s-io/k3s, pkg/cli/cmds, DisableItems.
    private static final Set<String> COMPONENTS =
            Set.of("coredns", "servicelb", "traefik", "local-storage", "metrics-server");

    @Test
    void everyKeyIsKnown() {
        assertThat(DocBlock.of(RancherConfigTest.class, "everyKeyIsKnown"))
                .allSatisfy(block ->
                        assertThat(flaws(block.text())).as(block.toString()).isEmpty());
    }

    @Test
    void unknownNamesAreFound() {
        assertThat(flaws("disable-cloud-controler: true")).containsExactly("disable-cloud-controler");
        assertThat(flaws("disable: [service-lb]")).containsExactly("service-lb");
        assertThat(flaws("kubelet-arg: [--cloud-provider=external]")).containsExactly("--cloud-provider=external");
    }

    private static List<String> flaws(String yaml) {
        var flaws = new ArrayList<String>();
        JsonNode file = Manifest.parse(yaml).getFirst().json();
        file.fieldNames().forEachRemaining(key -> {
            if (!KEYS.contains(key)) {
                flaws.add(key);
            }
        });
        texts(file.path("disable")).filter(name -> !COMPONENTS.contains(name)).forEach(flaws::add);
        texts(file.path("kubelet-arg"))
                .filter(flag -> !flag.matches("[a-z][a-z-]*=.*"))
                .forEach(flaws::add);
        return flaws;
    }

    private static Stream<String> texts(JsonNode value) {
        return value.isArray() ? value.valueStream().map(JsonNode::asText) : Stream.of();
    }
}
