package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.NodeSelection;
import dev.vspherecloud.ccm.application.leader.SettingsRule;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.cluster.KubeNodes;
import dev.vspherecloud.ccm.cluster.NodeReader;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `explain node`: reads Nodes, queries the vCenters as the provider does, and prints the result.
///
/// Exit codes: 0 if every requested Node is explained, even if a vCenter is silent, since the explanation says so.
/// 2 with `--exit-code` if a Node has a problem. 1 if the configuration is refused, the API server does not answer
/// or refuses, or a Node does not exist. With `--watch`, 0 or 2 after a signal.
///
/// Threads: the main thread. With `--watch`, a supervised thread watches the Nodes.
final class ExplainCommand {
    private static final int HAS_PROBLEM = 2;

    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;

    ExplainCommand(PrintStream out, PrintStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    int run(CommandLine.Explain wanted) {
        var clusterCommand = new ClusterCommand(wanted.options(), err, terminal, wanted.output());
        return clusterCommand.run((config, _, connection) -> run(wanted, clusterCommand, config, connection));
    }

    private int run(
            CommandLine.Explain wanted, ClusterCommand clusterCommand, CloudConfig config, KubeConnection connection)
            throws InterruptedException {
        var missing = new ArrayList<NodeName>();
        List<NodeView> nodes = clusterCommand.awaitingApi(
                connection,
                () -> nodes(wanted.nodes(), new NodeReader(connection, labelKeys(wanted, config)), missing));
        if (!missing.isEmpty()) {
            return clusterCommand.failed("there is no Node %s on the API server %s; `kubectl get nodes` lists the names"
                    .formatted(
                            missing.stream().map("\"%s\""::formatted).collect(Collectors.joining(" or ")),
                            connection.url()));
        }
        var output = new ExplanationOutput(wanted, terminal.style(wanted.color()));
        Optional<List<Explanation>> explained = wanted.isWatch()
                ? clusterCommand.lookUp(
                        config, connection, lookup -> watch(wanted, clusterCommand, config, connection, lookup, output))
                : clusterCommand.lookUp(config, connection, lookup -> lookup.lookUp(config, nodes));
        if (!wanted.isWatch()) {
            explained.ifPresent(each -> Output.print(output.of(each), out));
        }
        return explained.map(each -> exitCode(wanted, each)).orElse(1);
    }

    private Optional<List<Explanation>> watch(
            CommandLine.Explain wanted,
            ClusterCommand clusterCommand,
            CloudConfig config,
            KubeConnection connection,
            OneShotLookup lookup,
            ExplanationOutput output)
            throws InterruptedException {
        KubeNodes nodes = KubeNodes.readOnly(connection, selector(wanted.nodes()), _ -> lookup.wake());
        nodes.setLabelKeys(labelKeys(wanted, config));
        SupervisedThread thread = Supervisor.system(SupervisorObserver.NONE).start("nodes", "nodes", nodes);
        try {
            lookup.apply(config);
            var watch = new ExplanationWatch(lookup, nodes, wanted.nodes(), output, out, err, System::nanoTime);
            return Optional.of(watch.run(clusterCommand::endWait));
        } finally {
            thread.interrupt();
        }
    }

    private static int exitCode(CommandLine.Explain wanted, List<Explanation> explained) {
        return wanted.hasExitCode() && explained.stream().anyMatch(Explanation::hasProblem) ? HAS_PROBLEM : 0;
    }

    private static Set<String> labelKeys(CommandLine.Explain wanted, CloudConfig config) {
        return SettingsRule.settings(wanted.options(), config).labelKeys();
    }

    private static String selector(NodeSelection selection) {
        return switch (selection) {
            case NodeSelection.Matching(String selector) -> selector;
            case NodeSelection.Named _ -> "";
        };
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
}
