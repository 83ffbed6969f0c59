package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.explain.ExplanationJson;
import dev.vspherecloud.ccm.application.explain.ExplanationTable;
import dev.vspherecloud.ccm.application.explain.ExplanationText;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.NodeSelection;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.cluster.NodeReader;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// `explain node`: reads Nodes, queries the vCenters as the provider does, and prints the result.
///
/// Exit codes: 0 if every requested Node is explained, even if a vCenter is silent, since the explanation says so.
/// 2 with `--exit-code` if a Node has a problem. 1 if the configuration is refused, the API server does not answer
/// or refuses, or a Node does not exist.
///
/// Threads: the main thread.
final class ExplainCommand {
    private static final int HAS_PROBLEM = 2;

    private final PrintStream out;
    private final PrintStream err;

    ExplainCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    int run(CommandLine.Explain wanted) {
        var clusterCommand = new ClusterCommand(wanted.options(), err);
        return clusterCommand.run((config, _, connection) -> run(wanted, clusterCommand, config, connection));
    }

    private int run(
            CommandLine.Explain wanted, ClusterCommand clusterCommand, CloudConfig config, KubeConnection connection)
            throws InterruptedException {
        var missing = new ArrayList<NodeName>();
        List<NodeView> nodes = nodes(wanted.nodes(), new NodeReader(connection), missing);
        if (!missing.isEmpty()) {
            return clusterCommand.failed("there is no Node %s on the API server %s; `kubectl get nodes` lists the names"
                    .formatted(
                            missing.stream().map("\"%s\""::formatted).collect(Collectors.joining(" or ")),
                            connection.url()));
        }
        return clusterCommand
                .lookUp(config, connection, inquiry -> inquiry.lookUp(config, nodes))
                .map(explained -> {
                    Output.print(render(wanted, explained), out);
                    return wanted.hasExitCode() && explained.stream().anyMatch(Explanation::hasProblem)
                            ? HAS_PROBLEM
                            : 0;
                })
                .orElse(1);
    }

    /// Returns the selected Nodes.
    ///
    /// @param missing receives the names of Nodes that do not exist
    private static List<NodeView> nodes(NodeSelection selection, NodeReader reader, List<NodeName> missing) {
        return switch (selection) {
            case NodeSelection.Matching(String selector) -> reader.list(selector);
            case NodeSelection.Named(List<NodeName> names) -> {
                var nodes = new ArrayList<NodeView>();
                names.forEach(name -> reader.read(name).ifPresentOrElse(nodes::add, () -> missing.add(name)));
                yield nodes;
            }
        };
    }

    private static String render(CommandLine.Explain wanted, List<Explanation> explained) {
        boolean isNamed = wanted.nodes() instanceof NodeSelection.Named;
        return switch (wanted.output()) {
            case TABLE, TEXT ->
                isNamed
                        ? explained.stream().map(ExplanationText::of).collect(Collectors.joining("\n"))
                        : ExplanationTable.of(explained);
            case WIDE -> ExplanationTable.wide(explained);
            case NAME ->
                explained.stream()
                        .map(each -> "node/" + each.node().name() + "\n")
                        .collect(Collectors.joining());
            case JSON, YAML ->
                wanted.output()
                        .structured(
                                isNamed && explained.size() == 1
                                        ? ExplanationJson.of(explained.getFirst())
                                        : ExplanationJson.of(explained));
        };
    }
}
