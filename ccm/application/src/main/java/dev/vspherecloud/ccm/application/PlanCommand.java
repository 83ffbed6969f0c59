package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.ControllerName;
import dev.vspherecloud.ccm.application.flag.NodeDeletion;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.leader.SettingsRule;
import dev.vspherecloud.ccm.application.plan.LostFeature;
import dev.vspherecloud.ccm.application.plan.Plan;
import dev.vspherecloud.ccm.application.plan.PlanJson;
import dev.vspherecloud.ccm.application.plan.PlanRules;
import dev.vspherecloud.ccm.application.plan.PlanText;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.cluster.ClusterNetworkReader;
import dev.vspherecloud.ccm.cluster.NodeReader;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// `plan`: reads all Nodes, queries the vCenters as the provider does, and prints what would happen to each Node if
/// this program replaced the running one.
///
/// Exit codes: 0 if other programs would not notice the replacement. 2 if there is something to review, including a
/// silent vCenter and a controller that is not supported. 1 if there is no plan: the configuration is refused, or
/// the API server does not answer or refuses.
///
/// Threads: the main thread.
final class PlanCommand {
    private static final int NEEDS_REVIEW = 2;

    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;

    PlanCommand(PrintStream out, PrintStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    int run(CommandLine.Plan wanted) {
        var clusterCommand = new ClusterCommand(wanted.options(), err, terminal, wanted.output());
        if (wanted.isParavirtual()) {
            return clusterCommand.connected(connection -> ofParavirtual(wanted, clusterCommand, connection));
        }
        return clusterCommand.run((config, warnings, connection) -> {
            warnings.forEach(warning -> Output.report(CheckText.problem(warning), err));
            wanted.options().warnings().forEach(warning -> Output.report("Warning: " + warning + "\n", err));
            PlanRules rules = rules(wanted.options(), config);
            return plan(clusterCommand, config, connection, rules)
                    .map(plan -> plan.withLost(clusterCommand.awaitingApi(
                            connection, () -> MissingControllers.of(config, new ClusterNetworkReader(connection)))))
                    .map(plan -> {
                        Output.print(text(wanted, plan, warnings), out);
                        return plan.needsReview() ? NEEDS_REVIEW : 0;
                    })
                    .orElse(1);
        });
    }

    /// Prints the plan for a cluster with the paravirtual provider. Its Nodes are VMs of a Supervisor, so no
    /// vCenter is queried.
    private int ofParavirtual(CommandLine.Plan wanted, ClusterCommand clusterCommand, KubeConnection connection) {
        List<LostFeature> lost = clusterCommand.awaitingApi(
                connection, () -> MissingControllers.ofParavirtual(new ClusterNetworkReader(connection)));
        Output.print(
                wanted.output() == OutputFormat.TABLE
                        ? PlanText.ofAnotherProvider(lost, terminal.style(wanted.color()))
                        : wanted.output().structured(PlanJson.ofAnotherProvider(lost)),
                out);
        return NEEDS_REVIEW;
    }

    private static Optional<Plan> plan(
            ClusterCommand clusterCommand, CloudConfig config, KubeConnection connection, PlanRules rules)
            throws InterruptedException {
        List<NodeView> nodes = clusterCommand.awaitingApi(
                connection, new NodeReader(connection, rules.settings().labelKeys())::list);
        return clusterCommand.lookUp(config, connection, inquiry -> {
            Optional<List<Explanation>> explained = inquiry.lookUp(config, nodes);
            return explained.map(_ -> Plan.of(inquiry.inputs(nodes), inquiry.silentVcenters(), rules)
                    .withDatacenters(inquiry.datacenters()));
        });
    }

    private static PlanRules rules(Options options, CloudConfig config) {
        return new PlanRules(
                SettingsRule.settings(options, config),
                SettingsRule.lifecycle(options, config),
                options.controllers().enables(ControllerName.CLOUD_NODE),
                options.controllers().enables(ControllerName.CLOUD_NODE_LIFECYCLE),
                options.nodes().deletion() == NodeDeletion.OFF_BY_ENVIRONMENT);
    }

    private String text(CommandLine.Plan wanted, Plan plan, List<Problem> warnings) {
        List<Json> problems = warnings.stream().map(CheckJson::problem).toList();
        return wanted.output() == OutputFormat.TABLE
                ? PlanText.of(plan, terminal.style(wanted.color()))
                : wanted.output().structured(PlanJson.of(plan, problems));
    }
}
