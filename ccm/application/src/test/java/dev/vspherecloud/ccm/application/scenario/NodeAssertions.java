package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.util.List;

/// Checks the state of Nodes.
public final class NodeAssertions {
    private static final String TAINT = "node.cloudprovider.kubernetes.io/uninitialized";

    private NodeAssertions() {}

    public static boolean isInitialised(JsonNode node) {
        return node.path("spec").path("taints").valueStream().noneMatch(taint -> taint.path("key")
                .asText()
                .equals(TAINT));
    }

    public static List<String> addresses(JsonNode node) {
        return node.path("status")
                .path("addresses")
                .valueStream()
                .map(address -> address.path("type").asText() + "="
                        + address.path("address").asText())
                .toList();
    }

    public static String label(JsonNode node, String key) {
        return node.path("metadata").path("labels").path(key).asText();
    }

    public static String name(JsonNode node) {
        return node.path("metadata").path("name").asText();
    }

    public static int number(JsonNode node) {
        return Integer.parseInt(name(node).substring(name(node).lastIndexOf('-') + 1));
    }

    /// Checks that this is the complete Node of the VM `<prefix>-<n>` of this site.
    public static void isComplete(JsonNode node, VcenterSite site, String region) {
        String name = name(node);
        int n = number(node);
        String ip = VcenterSite.address(n);
        String prefix = name.substring(0, name.lastIndexOf('-'));
        assertThat(isInitialised(node)).as(name).isTrue();
        assertThat(node.path("spec").path("providerID").asText()).isEqualTo("vsphere://" + site.uuid(prefix, n, 1));
        assertThat(addresses(node)).containsExactly("Hostname=" + name, "InternalIP=" + ip, "ExternalIP=" + ip);
        String zone = n % 2 == 0 ? "zone-a" : "zone-b";
        for (String key : List.of("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone")) {
            assertThat(label(node, key)).as(name).isEqualTo(zone);
        }
        for (String key : List.of("topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region")) {
            assertThat(label(node, key)).as(name).isEqualTo(region);
        }
        for (String key : List.of("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")) {
            assertThat(label(node, key)).isEqualTo("vsphere-vm.cpu-2.mem-4gb.os-ubuntu");
        }
    }
}
