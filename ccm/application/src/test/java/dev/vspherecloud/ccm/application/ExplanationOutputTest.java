package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.page.ExampleCluster;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationOutputTest {
    private final Explanation ready = recorded(1, "zone-a");
    private final Explanation drifted = recorded(1, "zone-b");
    private final Explanation other = recorded(2, "zone-a");

    @Test
    void namesAreThoseOfKubectl() {
        assertThat(output("--all -o name").of(List.of(ready, other))).isEqualTo("node/w-1\nnode/w-2\n");
    }

    @Test
    void oneNamedNodeIsAnObjectAndSeveralAreAList() {
        assertThat(output("w-1 -o json").of(List.of(ready))).startsWith("{\n  \"node\": {");
        assertThat(output("w-1 w-2 -o json").of(List.of(ready, other))).startsWith("[\n  {\n    \"node\": {");
        assertThat(output("w-1 -o yaml").of(List.of(ready))).startsWith("node:\n  name: w-1\n");
        assertThat(output("-l a=b -o yaml").of(List.of(ready))).startsWith("- node:\n    name: w-1\n");
    }

    @Test
    void severalNamedNodesAreOnePageEach() {
        assertThat(output("w-1 w-2").of(List.of(ready, other)).lines().filter(line -> line.startsWith("Node ")))
                .containsExactly("Node w-1: ready", "Node w-2: ready");
    }

    @Test
    void wideHasMoreColumns() {
        assertThat(output("--all -o wide").of(List.of(ready)).lines().findFirst())
                .hasValueSatisfying(head -> assertThat(head.split(" +"))
                        .containsExactly(
                                "NODE",
                                "VM",
                                "VCENTER",
                                "ADDRESSES",
                                "ZONE",
                                "REGION",
                                "INSTANCE-TYPE",
                                "POWER",
                                "TOOLS",
                                "PROVIDER-ID",
                                "NEXT",
                                "STATE"));
    }

    @Test
    void aWatchAppendsTheRowsThatChanged() {
        ExplanationOutput output = output("--all -w");

        assertThat(output.changes(List.of(ready, other)).lines()).hasSize(3);
        assertThat(output.changes(List.of(ready, other))).isEmpty();
        assertThat(output.changes(List.of(drifted, other)).lines())
                .singleElement()
                .asString()
                .matches("w-1 .*drift: TopologyDrift");
        output.forget(new NodeName("w-1"));
        assertThat(output.changes(List.of(drifted, other)).lines()).hasSize(1);
    }

    /// The width of a column depends on the other rows. It is no change of a Node.
    @Test
    void aWiderColumnIsNoChange() {
        ExplanationOutput output = output("--all -w");
        output.changes(List.of(ready));

        assertThat(output.changes(List.of(foreign(), ready)).lines())
                .singleElement()
                .asString()
                .startsWith("cloud ");
    }

    @Test
    void aWatchOfOneNodePrintsItsPageAgain() {
        ExplanationOutput output = output("w-1 --watch");

        assertThat(output.changes(List.of(ready))).startsWith("Node w-1: ready\n");
        assertThat(output.changes(List.of(drifted))).startsWith("\nNode w-1: drift: TopologyDrift\n");
        assertThat(output.changes(List.of(drifted))).isEmpty();
    }

    @Test
    void aWatchInJsonPrintsOneDocumentForEachChange() {
        ExplanationOutput json = output("--all -w -o json");
        ExplanationOutput yaml = output("--all -w -o yaml");

        assertThat(json.changes(List.of(ready, other)).lines().filter("{"::equals))
                .hasSize(2);
        assertThat(json.changes(List.of(drifted, other)).lines().filter("{"::equals))
                .hasSize(1);
        assertThat(yaml.changes(List.of(ready, other)).lines().filter("---"::equals))
                .hasSize(1);
        assertThat(yaml.changes(List.of(drifted, other))).startsWith("---\nnode:\n");
    }

    /// With `--exit-code`, such a Node makes the exit code 2.
    @Test
    void aNodeThatIsNotReadyIsAProblem() {
        assertThat(ready.hasProblem()).isFalse();
        assertThat(drifted.hasProblem()).isTrue();
        assertThat(explain(ExampleCluster.newNode(3), ExampleCluster.vm(3, Optional.empty(), "10.1.0.5/16"))
                        .hasProblem())
                .isTrue();
        assertThat(foreign().hasProblem()).isFalse();
    }

    private static Explanation foreign() {
        return Explanation.withoutAsking(ExampleCluster.foreignNode()).orElseThrow();
    }

    private static ExplanationOutput output(String arguments) {
        var words = new ArrayList<>(List.of("explain", "node", "--cloud-config=a"));
        words.addAll(List.of(arguments.split(" ")));
        return switch (CommandLine.parse(words, Map.of(), "1")) {
            case CommandLine.Explain wanted -> new ExplanationOutput(wanted, PageStyle.PLAIN);
            case CommandLine wanted -> throw new AssertionError(wanted);
        };
    }

    private static Explanation recorded(int number, String zone) {
        Vm vm = ExampleCluster.vm(number, Optional.of(zone), "10.1.0.3/16");
        return explain(ExampleCluster.recordedNode(number, "10.1.0.3", vm), vm);
    }

    private static Explanation explain(NodeView node, Vm vm) {
        return Explanation.of(
                node, ExampleCluster.lookup(node, vm), ExampleCluster.SETTINGS, NodeContext.INITIAL, List.of());
    }
}
