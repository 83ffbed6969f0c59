package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeDetails;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.VolumeRecordResult;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiConfigFiles;
import dev.vspherecloud.csi.config.CsiConfigReader;
import dev.vspherecloud.csi.config.CsiConfigResult;
import dev.vspherecloud.csi.config.process.ProcessVariable;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.text.VisibleText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command `explain volume`. It may run while a driver runs: it writes nothing to the cluster or a vCenter, takes
/// part in no leader election, and logs out at the end.
///
/// Threads: the main thread.
public final class ExplainVolumeCommand {
    private static final int CANNOT_RUN = 1;
    private static final int HAS_PROBLEM = 2;
    private static final Duration BUDGET = Duration.ofSeconds(15);

    private final Command.Explain wanted;
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    public ExplainVolumeCommand(
            Command.Explain wanted, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.wanted = wanted;
        this.environment = Map.copyOf(environment);
        this.out = out;
        this.err = err;
    }

    /// Runs the command.
    ///
    /// @return the exit code: 0 if the volume was found, 2 if it was found and has a problem, 1 otherwise
    public int run() {
        LogConfig.active().errorsOnly();
        try (KubeConnection connection =
                KubeConnection.open(CsiCommandLine.PROGRAM, wanted.kubeconfig().orElse(""), "", ApiObserver.NONE)) {
            return print(explain(connection), connection);
        } catch (KubeException e) {
            return failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted unexpectedly", e);
        }
    }

    private int print(VolumeExplanation explanation, KubeConnection connection) {
        if (!explanation.isFound()) {
            explanation.objects().unread().forEach(problem -> print("Error: " + problem + "\n", err));
            String cns = explanation.cns() instanceof CnsAnswer.Unknown(String why) ? "; CNS: " + why : "";
            return failed(
                    "found no volume \"%s\" at the API server %s; expected a PersistentVolume, a volume handle, or a claim as NAMESPACE/NAME%s"
                            .formatted(wanted.volume(), connection.url(), cns));
        }
        Instant now = InstantSource.system().instant();
        print(
                wanted.isJson()
                        ? VolumeExplanationJson.of(explanation, now)
                        : VolumeExplanationText.of(explanation, now),
                out);
        return explanation.problems(now).isEmpty() ? 0 : HAS_PROBLEM;
    }

    private int failed(String why) {
        print("Error: " + why + "\n", err);
        return CANNOT_RUN;
    }

    private static void print(String text, PrintStream stream) {
        stream.writeBytes(VisibleText.lines(text).getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }

    private VolumeExplanation explain(KubeConnection connection) throws InterruptedException {
        String namespace = ProcessVariable.CSI_NAMESPACE.valueIn(environment);
        VolumeObjects objects = new VolumeObjectsReader(
                        new KubeVolumeDetails(connection.server(), System::nanoTime),
                        new KubeOperationRecords(connection.server(), System::nanoTime, namespace),
                        new KubeVolumeMigrations(connection.server(), System::nanoTime))
                .read(wanted.volume());
        return switch (CsiConfigReader.read(CsiConfigFiles.of(environment), environment)) {
            case CsiConfigResult.Rejected rejected ->
                new VolumeExplanation(objects, Optional.empty(), new CnsAnswer.Unknown(rejected.reason()));
            case CsiConfigResult.Accepted(CsiConfig config, List<Problem> _) ->
                new VolumeExplanation(
                        objects,
                        recordedVcenter(objects, config, connection, namespace),
                        cns(objects, config, connection, namespace));
        };
    }

    private static Optional<String> recordedVcenter(
            VolumeObjects objects, CsiConfig config, KubeConnection connection, String namespace) {
        return config.vcenters().size() < 2
                ? Optional.empty()
                : objects.volumeId()
                        .flatMap(id -> new KubeVolumeVcenters(connection.server(), System::nanoTime, namespace)
                                                .read(id, BUDGET)
                                        instanceof VolumeRecordResult.Found(String vcenter)
                                ? Optional.of(vcenter)
                                : Optional.empty());
    }

    private CnsAnswer cns(VolumeObjects objects, CsiConfig config, KubeConnection connection, String namespace)
            throws InterruptedException {
        Optional<CnsQuery> query = query(objects, config, connection, namespace);
        if (query.isEmpty()) {
            return new CnsAnswer.Unknown("neither the id of the volume nor its name in CNS is known");
        }
        try (var lookup = new CnsVolumeLookup(config, connection, environment, System::nanoTime)) {
            return lookup.find(query.get());
        }
    }

    /// Returns a query for the volume: by its id, or by its name if no id is recorded yet.
    private static Optional<CnsQuery> query(
            VolumeObjects objects, CsiConfig config, KubeConnection connection, String namespace) {
        return objects.volumeId()
                .flatMap(CnsVolumeId::parse)
                .map(id -> CnsQuery.ofVolumes(List.of(id)))
                .or(() -> objects.requestName().flatMap(name -> config.clusterId()
                        .or(() -> new KubeClusterId(connection.server(), System::nanoTime, namespace).find(BUDGET))
                        .filter(cluster -> !cluster.isBlank())
                        .map(cluster -> CnsQuery.ofNames(cluster, List.of(OperationName.ofVolume(name))))));
    }
}
