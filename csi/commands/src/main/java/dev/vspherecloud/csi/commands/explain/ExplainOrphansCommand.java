package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiConfigFiles;
import dev.vspherecloud.csi.config.CsiConfigReader;
import dev.vspherecloud.csi.config.CsiConfigResult;
import dev.vspherecloud.csi.config.process.ProcessVariable;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.text.VisibleText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command `explain orphans`. It may run while a driver runs: it writes nothing to the cluster or a vCenter,
/// takes part in no leader election, and logs out at the end.
///
/// Threads: the main thread.
public final class ExplainOrphansCommand {
    private static final int NOT_KNOWN = 1;
    private static final int HAS_ORPHANS = 2;
    private static final Duration BUDGET = Duration.ofSeconds(15);

    private final Command.ExplainOrphans wanted;
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    public ExplainOrphansCommand(
            Command.ExplainOrphans wanted, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.wanted = wanted;
        this.environment = Map.copyOf(environment);
        this.out = out;
        this.err = err;
    }

    /// Runs the command.
    ///
    /// @return the exit code: 0 if there are no orphans and no temporary snapshots, 2 if there are some, 1 if that
    ///     is not known
    public int run() {
        LogConfig.active().errorsOnly();
        return switch (CsiConfigReader.read(CsiConfigFiles.of(environment), environment)) {
            case CsiConfigResult.Rejected rejected -> failed(rejected.reason());
            case CsiConfigResult.Accepted(CsiConfig config, List<Problem> _) -> run(config);
        };
    }

    private int run(CsiConfig config) {
        try (KubeConnection connection =
                KubeConnection.open(CsiCommandLine.PROGRAM, wanted.kubeconfig().orElse(""), "", ApiObserver.NONE)) {
            String namespace = ProcessVariable.CSI_NAMESPACE.valueIn(environment);
            Optional<String> clusterId = config.clusterId()
                    .or(() -> new KubeClusterId(connection.server(), System::nanoTime, namespace).find(BUDGET));
            if (clusterId.isEmpty()) {
                return failed(
                        "found neither cluster-id in the configuration nor the ConfigMap vsphere-csi-cluster-id in the namespace %s; start the driver once, or set CSI_NAMESPACE"
                                .formatted(namespace));
            }
            try (var lookup = new CnsVolumeLookup(config, connection, environment, System::nanoTime)) {
                Map<String, CnsQueryResult> found = lookup.list(CnsQuery.ofCluster(clusterId.get()));
                return print(new OrphanSearch(connection.server(), System::nanoTime, namespace)
                        .search(
                                new OwnCluster(clusterId.get(), "", config.retiredClusterIds()),
                                found,
                                lookup,
                                InstantSource.system().instant()));
            }
        } catch (KubeException e) {
            return failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted unexpectedly", e);
        }
    }

    private int print(OrphanReport report) {
        print(
                wanted.isJson()
                        ? OrphanReportJson.of(report)
                        : OrphanReportText.of(report, InstantSource.system().instant()),
                out);
        if (!report.orphans().isEmpty() || !report.temporary().isEmpty()) {
            return HAS_ORPHANS;
        }
        return report.unread().isEmpty() ? 0 : NOT_KNOWN;
    }

    private int failed(String why) {
        print("Error: " + why + "\n", err);
        return NOT_KNOWN;
    }

    private static void print(String text, PrintStream stream) {
        stream.writeBytes(VisibleText.lines(text).getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }
}
