package dev.vspherecloud.ccm.application.scenario.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Cases of the integration tests of kubernetes/cloud-provider, with the packaged program on a real API server and a
/// vCenter whose guests have two addresses of each family.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeCasesScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String NODE_IP = "alpha.kubernetes.io/provided-node-ip";

    private TestBed bed;
    private VcenterSite site;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        var _ = bed.runWith("vcenter:\n" + site.config() + "    ipFamily: [ipv4, ipv6]\n" + TestBed.labels());
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @Test
    @Conforms("I01")
    void anotherTaintStaysAndAllAddressesAreThere() {
        JsonNode node = initialised(registered("free", 0).taint("example.com/not-ready:NoExecute"));

        assertThat(node.at("/spec/taints").toString())
                .isEqualTo("[{\"key\":\"example.com/not-ready\",\"effect\":\"NoExecute\"}]");
        assertThat(NodeAssertions.addresses(node))
                .containsExactlyInAnyOrder(
                        "Hostname=free-0",
                        "InternalIP=10.30.0.1",
                        "ExternalIP=10.30.0.1",
                        "InternalIP=fd00::1",
                        "ExternalIP=fd00::1");
    }

    @Test
    @Conforms("I02 I03 I04 I05")
    void theInternalAddressesAreTheNodeIpsInTheirOrder() {
        assertThat(internal("four", 1, "10.30.1.2")).containsExactly("InternalIP=10.30.1.2");
        assertThat(internal("six", 2, "fd00:2::2")).containsExactly("InternalIP=fd00:2::2");
        assertThat(internal("six-four", 3, "fd00:3::2,10.30.3.2"))
                .containsExactly("InternalIP=fd00:3::2", "InternalIP=10.30.3.2");
        assertThat(internal("four-six", 4, "10.30.4.2,fd00:4::2"))
                .containsExactly("InternalIP=10.30.4.2", "InternalIP=fd00:4::2");
    }

    private List<String> internal(String prefix, int n, String nodeIp) {
        return NodeAssertions.addresses(initialised(registered(prefix, n).annotation(NODE_IP, nodeIp))).stream()
                .filter(address -> address.startsWith("InternalIP="))
                .toList();
    }

    private JsonNode initialised(NodeSpec node) {
        bed.objects().createNode(node);
        return bed.objects().awaitNode(node.name(), TIMEOUT, NodeAssertions::isInitialised);
    }

    /// Creates a Node and its VM, with two addresses of each family.
    private NodeSpec registered(String prefix, int n) {
        String four = "10.30." + n + ".";
        String six = n == 0 ? "fd00::" : "fd00:" + n + "::";
        site.vcenter()
                .addVm(site.vm(prefix, n).noNics().address(four + "1/24", four + "2/24", six + "1/64", six + "2/64"));
        return site.nodes(prefix, n, n + 1).getFirst();
    }
}
