package dev.vspherecloud.csi.commands.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.plan.ExistingDriverNode;
import dev.vspherecloud.csi.cluster.plan.ExistingNode;
import dev.vspherecloud.csi.cluster.plan.ExistingNodeTopology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePlanPolicyTest {
    private static final String KEY = "topology.csi.vmware.com/zone";
    private static final TakeoverSettings SETTINGS = new TakeoverSettings(Set.of(KEY), Set.of("vc"));

    private static String codes(List<TakeoverFinding> findings) {
        return findings.isEmpty()
                ? "none"
                : String.join(
                        " ", findings.stream().map(each -> each.code().text()).toList());
    }

    @ParameterizedTest(name = "{0}: {6}")
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            as usual             | linux   | vsphere://x | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | a | none
            swapped groups       | linux   | vsphere://x | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | d5b7e26e-1f1b-1c4c-9b9f-8c5a9d0d3c11 | a | none
            no system UUID       | linux   | vsphere://x | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | -                                    | a | none
            other VM             | linux   | vsphere://x | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12 | a | NodeIdOfOtherVm
            capitals             | linux   | vsphere://x | 6EE2B7D5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | -                                    | a | NodeIdInvalid
            name                 | linux   | vsphere://x | n1                                   | -                                    | a | NodeIdIsName
            twin                 | linux   | vsphere://x | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3cff | -                                    | a | NodeIdShared
            collision            | linux   | vsphere://x | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | -                                    | b | TopologyCollision
            Windows              | windows | vsphere://x | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | -                                    | a | WindowsNode
            Windows, no driver   | windows | vsphere://x | -                                    | -                                    | a | DriverNotRegistered
            off vSphere          | linux   | metal3://x  | -                                    | -                                    | a | NodeOffVsphere
            """)
    void nodes(String name, String os, String providerId, String nodeId, String uuid, String answer, String expected) {
        var node = new ExistingNode("n1", providerId, uuid == null ? "" : uuid, os, Map.of(KEY, "a"));
        var topology = new ExistingNodeTopology("n1", "", "Success", "", Map.of(KEY, answer, "other", "z"));

        assertThat(codes(NodePlanPolicy.evaluate(
                        node,
                        Optional.ofNullable(nodeId).map(id -> new ExistingDriverNode("n1", id, List.of(KEY))),
                        Optional.of(topology),
                        Set.of("6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3cff"),
                        Optional.of(SETTINGS))))
                .as(name)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"true,TopologyKeysMissing", "false,none"})
    void keys(boolean isConfigured, String expected) {
        var node = new ExistingNode("n1", "vsphere://x", "", "linux", Map.of());
        var driver = new ExistingDriverNode("n1", "6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11", List.of());

        assertThat(codes(NodePlanPolicy.evaluate(
                        node,
                        Optional.of(driver),
                        Optional.empty(),
                        Set.of(),
                        isConfigured ? Optional.of(SETTINGS) : Optional.empty())))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            n1   | Success | id    | none
            n1   | Success | ID    | none
            n1   | Success | other | TopologyOfOtherVm
            n1   | Error   | id    | TopologyError
            n1   | ''      | id    | TopologyUnanswered
            gone | Success | id    | TopologyOfGoneNode
            """)
    void topologies(String node, String status, String uuid, String expected) {
        var nodes = new RegisteredNodes(Set.of("n1"), Map.of("n1", new ExistingDriverNode("n1", "id", List.of())));

        assertThat(codes(NodePlanPolicy.evaluate(
                        new ExistingNodeTopology(node, uuid, status, "no tag", Map.of()), nodes)))
                .isEqualTo(expected);
    }
}
