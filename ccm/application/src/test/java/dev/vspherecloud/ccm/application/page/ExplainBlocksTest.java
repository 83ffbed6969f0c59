package dev.vspherecloud.ccm.application.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.explain.ExplanationTable;
import dev.vspherecloud.ccm.application.explain.ExplanationText;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.application.print.TerminalPage;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplainBlocksTest {
    private static final String COMMAND = "$ vsphere-cloud-controller-manager explain node ";
    private static final Optional<String> ZONE_A = Optional.of("zone-a");

    /// The Event that `kubectl describe node` shows for the Node of [#aNodeThatWaits].
    @Test
    void theEventOfANodeThatWaits() {
        NodeView node = ExampleCluster.newNode(3);
        VmLookup lookup = ExampleCluster.lookup(node, ExampleCluster.vm(3, Optional.empty(), "10.1.0.5/16"));
        Reason reason = blocked(node, lookup).reason();
        String rendered = """
                $ kubectl describe node w-3
                ...
                Events:
                  Type     Reason       Age   From                   Message
                  ----     ------       ----  ----                   -------
                  Warning  %s  12s   cloud-node-controller  %s
                """.formatted(reason.code().text(), reason.message());

        assertThat(DocBlock.only(ExplainBlocksTest.class, "theEventOfANodeThatWaits")
                        .renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void aNodeThatWaits() {
        Explanation explanation =
                explain(ExampleCluster.newNode(3), ExampleCluster.vm(3, Optional.empty(), "10.1.0.5/16", "fe80::1/64"));
        String rendered = COMMAND + "w-3 --cloud-config=/etc/cloud/vsphere.conf --kubeconfig=$HOME/.kube/config\n"
                + ExplanationText.of(explanation, PageStyle.PLAIN);

        assertThat(DocBlock.only(ExplainBlocksTest.class, "aNodeThatWaits").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void allNodes() {
        Vm first = ExampleCluster.vm(1, ZONE_A, "10.1.0.3/16");
        Vm moved = ExampleCluster.vm(2, Optional.of("zone-b"), "10.1.0.4/16");
        String rendered = COMMAND + "--all --cloud-config=/etc/cloud/vsphere.conf\n"
                + ExplanationTable.of(
                        List.of(
                                Explanation.withoutAsking(ExampleCluster.foreignNode())
                                        .orElseThrow(),
                                explain(ExampleCluster.recordedNode(1, "10.1.0.3", first), first),
                                explain(ExampleCluster.recordedNode(2, "10.1.0.4", moved), moved),
                                explain(
                                        ExampleCluster.newNode(3),
                                        ExampleCluster.vm(3, Optional.empty(), "10.1.0.5/16"))),
                        false,
                        PageStyle.PLAIN);

        assertThat(DocBlock.only(ExplainBlocksTest.class, "allNodes").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void aVmWithTheNameOfTheNode() {
        NodeView node = ExampleCluster.newNode(7, 1);
        VmLookup lookup = ExampleCluster.lookup(node, ExampleCluster.vm(7, ZONE_A, "10.1.0.9/16"));
        Reason reason = blocked(node, lookup).reason();
        String rendered = new TerminalPage(PageStyle.PLAIN)
                .heading(reason.code().text())
                .paragraph(reason.message())
                .toString();

        assertThat(DocBlock.only(ExplainBlocksTest.class, "aVmWithTheNameOfTheNode")
                        .renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    private static NodeDecision.Blocked blocked(NodeView node, VmLookup lookup) {
        return (NodeDecision.Blocked) NodePolicy.decide(node, lookup, ExampleCluster.SETTINGS, NodeContext.INITIAL)
                .decision();
    }

    private static Explanation explain(NodeView node, Vm vm) {
        return Explanation.of(
                node, ExampleCluster.lookup(node, vm), ExampleCluster.SETTINGS, NodeContext.INITIAL, List.of());
    }
}
