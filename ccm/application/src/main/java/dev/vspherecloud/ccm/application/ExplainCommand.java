package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.explain.ExplanationJson;
import dev.vspherecloud.ccm.application.explain.ExplanationTable;
import dev.vspherecloud.ccm.application.explain.ExplanationText;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.cluster.NodeReader;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// `explain node`: reads one Node or all, queries the vCenters as the provider does, and prints the result.
///
/// Exit codes: 0 if every requested Node is explained, even if a vCenter is silent, since the explanation says so.
/// 1 if the configuration is refused, the API server does not answer or refuses, or the Node does not exist.
///
/// Threads: the main thread.
final class ExplainCommand {
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
        Optional<List<NodeView>> nodes = nodes(wanted, new NodeReader(connection));
        if (nodes.isEmpty()) {
            return clusterCommand.failed(
                    "there is no Node \"%s\" on the API server %s; `kubectl get nodes` lists the names"
                            .formatted(wanted.node().map(NodeName::toString).orElse(""), connection.url()));
        }
        return clusterCommand
                .lookUp(config, connection, inquiry -> inquiry.lookUp(config, nodes.get()))
                .map(explained -> {
                    Output.print(render(wanted, explained), out);
                    return 0;
                })
                .orElse(1);
    }

    /// Returns the Nodes that the command line asks for; empty if there is no Node of the given name.
    private static Optional<List<NodeView>> nodes(CommandLine.Explain wanted, NodeReader reader) {
        return wanted.node().isPresent() ? reader.read(wanted.node().get()).map(List::of) : Optional.of(reader.list());
    }

    private static String render(CommandLine.Explain wanted, List<Explanation> explained) {
        if (wanted.node().isEmpty()) {
            return wanted.asJson() ? ExplanationJson.of(explained) : ExplanationTable.of(explained);
        }
        return wanted.asJson() ? ExplanationJson.of(explained.getFirst()) : ExplanationText.of(explained.getFirst());
    }
}
