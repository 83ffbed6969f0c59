package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cluster.plan.KubeExistingObjects;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.csi.commands.lookup.ReadOnlyVcenters;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiConfigFiles;
import dev.vspherecloud.csi.config.CsiConfigReader;
import dev.vspherecloud.csi.config.CsiConfigResult;
import dev.vspherecloud.csi.config.process.ProcessVariable;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.text.VisibleText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command `plan`. It may run while vsphere-csi-driver (Go) runs: it writes nothing to the cluster or a vCenter,
/// takes part in no leader election, and logs out at the end.
///
/// Threads: the main thread.
public final class TakeoverPlanCommand {
    private static final int CANNOT_RUN = 1;
    private static final int IS_NOT_CLEAR = 2;

    private final Command.Plan wanted;
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    public TakeoverPlanCommand(Command.Plan wanted, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.wanted = wanted;
        this.environment = Map.copyOf(environment);
        this.out = out;
        this.err = err;
    }

    /// Runs the command.
    ///
    /// @return the exit code: 0 if nothing would stop working; 2 if something would, must wait, or was not read;
    ///     1 if there is no plan
    public int run() {
        LogConfig.active().errorsOnly();
        try (KubeConnection connection =
                KubeConnection.open(CsiCommandLine.PROGRAM, wanted.kubeconfig().orElse(""), "", ApiObserver.NONE)) {
            var _ = connection.serverVersion();
            TakeoverPlan plan = plan(connection);
            print(wanted.isJson() ? TakeoverPlanJson.of(plan) : TakeoverPlanText.of(plan), out);
            return plan.isClear() ? 0 : IS_NOT_CLEAR;
        } catch (KubeException e) {
            print("Error: " + e.getMessage() + "\n", err);
            return CANNOT_RUN;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted unexpectedly", e);
        }
    }

    private static void print(String text, PrintStream stream) {
        stream.writeBytes(VisibleText.lines(text).getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }

    private TakeoverPlan plan(KubeConnection connection) throws InterruptedException {
        CsiConfigFiles files = CsiConfigFiles.of(environment);
        return switch (CsiConfigReader.read(files, environment)) {
            case CsiConfigResult.Accepted(CsiConfig config, List<Problem> warnings) ->
                plan(connection, config, warnings);
            case CsiConfigResult.Rejected(List<Problem> problems) -> {
                TakeoverReader reader = reader(connection, Optional.empty());
                boolean isAbsent = Files.notExists(files.own())
                        && files.shared().filter(Files::exists).isEmpty();
                reader.addUnread(
                        isAbsent
                                ? "configuration: found no file %s, so topology, cluster id and vCenters are not checked; set VSPHERE_CSI_CONFIG"
                                        .formatted(files.own())
                                : "vCenter: not asked, because the configuration cannot be used");
                yield reader.read(isAbsent ? List.of() : problems, Optional.empty(), now());
            }
        };
    }

    private TakeoverPlan plan(KubeConnection connection, CsiConfig config, List<Problem> warnings)
            throws InterruptedException {
        TakeoverReader reader = reader(connection, Optional.of(config));
        if (wanted.withoutVcenter()) {
            reader.addNotChecked("vCenter: its version, its tasks, and the volumes in CNS");
            return reader.read(warnings, Optional.empty(), now());
        }
        try (var vcenters = new ReadOnlyVcenters(config, connection, environment, System::nanoTime)) {
            return reader.read(warnings, Optional.of(vcenters), now());
        }
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    private TakeoverReader reader(KubeConnection connection, Optional<CsiConfig> config) {
        String namespace = ProcessVariable.CSI_NAMESPACE.valueIn(environment);
        return new TakeoverReader(
                new KubeExistingObjects(connection.server(), System::nanoTime, namespace),
                new KubeClusterId(connection.server(), System::nanoTime, namespace),
                namespace,
                config);
    }
}
