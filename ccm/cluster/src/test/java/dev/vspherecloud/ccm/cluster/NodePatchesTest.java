package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.ccm.cluster.NodeFixtures.TAINT;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.fresh;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.known;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.vm.ProviderId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodePatchesTest {
    private static final String ID = "vsphere://4237558d-a1b2-c3d4-e5f6-0123456789ab";
    private static final String SHUTDOWN =
            "{\"effect\":\"NoSchedule\",\"key\":\"node.cloudprovider.kubernetes.io/shutdown\"}";
    private static final CachedNode NODE = known(fresh("w-1", 7));

    @Test
    @Conforms("N01")
    void addressesReplaceTheWholeList() {
        var addresses = List.of(
                new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"),
                new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.0.5"),
                new NodeAddress(NodeAddress.Type.INTERNAL_IP, "fd00::5"));

        assertThat(NodePatches.addresses(NODE, addresses))
                .contains("{\"metadata\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\"},"
                        + "\"status\":{\"addresses\":[{\"$patch\":\"replace\"},"
                        + "{\"type\":\"Hostname\",\"address\":\"w-1\"},"
                        + "{\"type\":\"InternalIP\",\"address\":\"10.0.0.5\"},"
                        + "{\"type\":\"InternalIP\",\"address\":\"fd00::5\"}]}}");
    }

    @Test
    @Conforms("NA1 J07")
    void unchangedAddressesAreNotWritten() {
        assertThat(NodePatches.addresses(NODE, NODE.view().addresses())).isEmpty();
    }

    @Test
    void initialisingIsOnePatchThatHoldsTheVersionSeen() {
        var marks = new InitialisationPatch(
                ProviderId.parse(ID), Map.of("zone", "a"), Map.of("vspherecloud.dev/vm", "vm-62"));

        assertThat(NodePatches.initialise(NODE, marks))
                .contains("{\"metadata\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\",\"labels\":{\"zone\":\"a\"},"
                        + "\"annotations\":{\"vspherecloud.dev/vm\":\"vm-62\"}},"
                        + "\"spec\":{\"providerID\":\"" + ID + "\",\"taints\":[]}}");
    }

    @Test
    @Conforms("N06 N16 N20")
    void otherTaintsStayInTheirOrderAndEveryUninitializedGoes() {
        String taints = "[{\"key\":\"a\",\"effect\":\"NoExecute\"}," + TAINT
                + ",{\"key\":\"b\",\"effect\":\"NoSchedule\"}," + TAINT.replace("NoSchedule", "NoExecute") + "]";

        assertThat(NodePatches.initialise(
                        known(node("w-1", 7, ID, taints, "")),
                        new InitialisationPatch(Optional.empty(), Map.of(), Map.of())))
                .contains("{\"metadata\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\"},\"spec\":{\"taints\":"
                        + "[{\"key\":\"a\",\"effect\":\"NoExecute\"},{\"key\":\"b\",\"effect\":\"NoSchedule\"}]}}");
    }

    @Test
    void onlyChangedLabelsAndAnnotationsArePatched() {
        var marks = new InitialisationPatch(
                Optional.empty(),
                Map.of("topology.kubernetes.io/zone", "linux", "zone", "a"),
                Map.of("vspherecloud.dev/keep", "Größe"));

        assertThat(NodePatches.initialise(NODE, marks))
                .contains("{\"metadata\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\",\"labels\":{\"zone\":\"a\"}},"
                        + "\"spec\":{\"taints\":[]}}");
    }

    @Test
    void nothingIsWrittenWithoutAChange() {
        assertThat(NodePatches.initialise(
                        known(node("w-1", 7, ID, "[]", "")),
                        new InitialisationPatch(
                                ProviderId.parse(ID), Map.of("topology.kubernetes.io/zone", "linux"), Map.of())))
                .isEmpty();
        assertThat(NodePatches.annotations(NODE, Map.of("vspherecloud.dev/keep", "Größe")))
                .isEmpty();
    }

    @Test
    void anAnnotationPatchHasOnlyChangedKeys() {
        assertThat(NodePatches.annotations(NODE, Map.of("vspherecloud.dev/keep", "Größe", "b", "2", "a", "1")))
                .contains(
                        "{\"metadata\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\",\"annotations\":{\"a\":\"1\",\"b\":\"2\"}}}");
    }

    @Test
    void theShutdownTaintGoesBehindTheOthers() {
        assertThat(shutdown("[{\"key\":\"a\",\"effect\":\"NoExecute\",\"new\":1}]"))
                .contains("{\"metadata\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\"},\"spec\":{\"taints\":"
                        + "[{\"key\":\"a\",\"effect\":\"NoExecute\",\"new\":1}," + SHUTDOWN + "]}}");
    }

    @Test
    void theShutdownTaintWithAnotherValueIsReplacedInItsPlace() {
        String other = SHUTDOWN.replace("}", ",\"value\":\"x\"}");

        assertThat(shutdown("[" + other + ",{\"key\":\"a\"}]"))
                .hasValueSatisfying(patch -> assertThat(patch).endsWith("[" + SHUTDOWN + ",{\"key\":\"a\"}]}}"));
    }

    @Test
    void anExistingShutdownTaintIsNotWritten() {
        assertThat(shutdown("[" + SHUTDOWN + "]")).isEmpty();
        assertThat(shutdown("[" + SHUTDOWN.replace("}", ",\"value\":\"\"}") + "]"))
                .isEmpty();
    }

    @Test
    void everyShutdownTaintIsRemovedAndNoOther() {
        String strong = SHUTDOWN.replace("NoSchedule", "NoExecute");
        CachedNode tainted = known(node(
                "w-1", 7, ID, "[" + strong + "," + SHUTDOWN.replace("}", ",\"value\":\"x\"}") + "," + TAINT + "]", ""));

        assertThat(NodePatches.taints(
                        tainted, NodeTaint.withoutShutdown(tainted.taints().all())))
                .hasValueSatisfying(patch -> assertThat(patch).endsWith("\"taints\":[" + strong + "," + TAINT + "]}}"));
        assertThat(NodePatches.taints(
                        NODE, NodeTaint.withoutShutdown(NODE.taints().all())))
                .isEmpty();
    }

    @Test
    @Conforms("J21 J26")
    void aDeleteHasTheKnownVersionAsPrecondition() {
        assertThat(NodePatches.preconditions(NODE))
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\","
                        + "\"preconditions\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\"}}");
    }

    private static Optional<String> shutdown(String taints) {
        CachedNode seen = known(node("w-1", 7, ID, taints, ""));
        return NodePatches.taints(seen, NodeTaint.withShutdown(seen.taints().all()));
    }
}
