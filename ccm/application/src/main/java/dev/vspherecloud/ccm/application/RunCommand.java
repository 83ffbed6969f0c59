package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.connection.VcenterTargets;
import dev.vspherecloud.ccm.application.endpoint.ProcessHealth;
import dev.vspherecloud.ccm.application.endpoint.ServingAccess;
import dev.vspherecloud.ccm.application.endpoint.ServingEndpoint;
import dev.vspherecloud.ccm.application.flag.FeatureGate;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.ProgramName;
import dev.vspherecloud.ccm.application.leader.ControllerLeases;
import dev.vspherecloud.ccm.application.leader.ControllerManager;
import dev.vspherecloud.ccm.application.leader.PreviousLeader;
import dev.vspherecloud.ccm.application.leader.ProcessContext;
import dev.vspherecloud.ccm.application.leader.StopPolicy;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.application.status.RecentChanges;
import dev.vspherecloud.ccm.application.status.StatusHandler;
import dev.vspherecloud.ccm.config.ConfigReport;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.ccm.config.migration.LeaderMigration;
import dev.vspherecloud.ccm.config.migration.MigrationResult;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.reconcile.HeapTrimmer;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.ServingException;
import dev.vspherecloud.serving.auth.ClientCaException;
import dev.vspherecloud.vsphere.connection.UnsupportedLogins;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Runs the cloud controller manager: reads flags and configuration, connects the parts, and works until it is
/// stopped.
///
/// Threads: [#run] belongs to the main thread; a SIGTERM arrives on a thread of the JVM.
final class RunCommand {
    private static final Logger log = LoggerFactory.getLogger(RunCommand.class);

    private final Options options;
    private final Map<String, String> environment;
    private final ProgramMetrics metrics = ProgramMetrics.system();
    private final RecentChanges changes = new RecentChanges(InstantSource.system());
    private final ProcessHealth health = new ProcessHealth();
    private final Supervisor supervisor = Supervisor.system(metrics.threads());
    private final CountDownLatch ended = new CountDownLatch(1);

    RunCommand(Options options, Map<String, String> environment) {
        this.options = options;
        this.environment = environment;
    }

    /// Runs the cloud controller manager until it is stopped.
    ///
    /// @return the exit code
    int run() {
        options.log().apply(LogConfig.active());
        log.atInfo()
                .addKeyValue("version", Version.text())
                .addKeyValue("java", Runtime.version())
                .addKeyValue("flags", options.explicit())
                .addKeyValue("nodeDeletion", options.nodes().deletion())
                .log("Starting vsphere-cloud-controller-manager");
        options.warnings()
                .forEach(warning -> log.atWarn().addKeyValue("problem", warning).log("Command line problem"));
        ConfigReport report = ConfigFile.read(options.config(), environment);
        return switch (report.result()) {
            case ConfigResult.Accepted accepted -> {
                ConfigLog.problems(accepted.warnings(), Level.WARN);
                report.effective().ifPresent(ConfigLog::effective);
                yield withConfig(accepted);
            }
            case ConfigResult.Rejected(List<Problem> problems) -> {
                ConfigLog.problems(problems, Level.ERROR);
                yield 1;
            }
        };
    }

    private int withConfig(ConfigResult.Accepted config) {
        Options.LeaderElectionOptions election = options.leaderElection();
        if (!election.enabled() || !election.migration().enabled()) {
            return withLeases(ControllerLeases.of(options.controllers(), Optional.empty()), config);
        }
        return switch (MigrationFile.read(election.migration())) {
            case MigrationResult.Accepted(LeaderMigration migration) ->
                withLeases(ControllerLeases.of(options.controllers(), Optional.of(migration)), config);
            case MigrationResult.Rejected(List<String> problems) -> {
                problems.forEach(problem -> log.atError()
                        .addKeyValue("file", election.migration().file().orElse(Path.of("")))
                        .addKeyValue("problem", problem)
                        .log("Cannot use the leader migration configuration"));
                yield 1;
            }
        };
    }

    private int withLeases(ControllerLeases leases, ConfigResult.Accepted config) {
        metrics.build().setVersion(Version.text());
        FeatureGate.known()
                .forEach(access -> metrics.build().setFeature(access.name(), access.label(), access.in(options)));
        try (KubeConnection opened = KubeConnection.open(
                ProgramName.VALUE,
                options.apiServer().kubeconfig().map(Path::toString).orElse(""),
                options.apiServer().master().orElse(""),
                metrics.api())) {
            return work(
                    leases,
                    config,
                    options.apiServer().rateLimit().map(opened::rateLimitedBy).orElse(opened));
        } catch (ServingException | ClientCaException e) {
            log.atError().addKeyValue("cause", e.getMessage()).log("Cannot start the HTTPS server, exiting");
            return 1;
        } catch (KubeException e) {
            log.atError().addKeyValue("cause", e.getMessage()).log("Cannot connect to the API server, exiting");
            return 1;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted unexpectedly", e);
        }
    }

    private Map<String, Handler> pages(ControllerManager manager) {
        return Map.of(
                "/metrics",
                metrics.page(),
                StatusHandler.PATH,
                new StatusHandler(metrics, changes, manager::leaderStatus, InstantSource.system()));
    }

    private int work(ControllerLeases leases, ConfigResult.Accepted config, KubeConnection connection)
            throws InterruptedException {
        Optional<String> refusal = UnsupportedLogins.rejection(
                VcenterTargets.of(config.config().vcenters()),
                new SecretReader(connection),
                () -> PreviousLeader.isOtherProgram(connection, options.leaderElection()));
        if (refusal.isPresent()) {
            log.atError().addKeyValue("cause", refusal.get()).log("The configuration is not supported, exiting");
            return 1;
        }
        var process = new ProcessContext(options, connection, metrics, changes, supervisor);
        var manager = new ControllerManager(process, leases, Controllers.ALL, config.config(), health);
        var live = new ConfigWatcher(
                () -> ConfigFile.read(options.config(), environment),
                config,
                manager::reconfigure,
                this::pause,
                metrics.config());
        SupervisedThread reading = supervisor.start("config", "config", live);
        health.require("configuration", reading::unhealthyReason);
        SupervisedThread _ = supervisor.start("heap", "heap", new HeapTrimmer(this::pause));
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> stop(manager)));
        try (ServingAccess access = ServingAccess.open(options, connection, metrics.reviews(), supervisor);
                var port = ServingEndpoint.open(options, access, health, pages(manager), supervisor, metrics.port())) {
            health.require("serving", () -> access.unhealthyReason().or(port::unhealthyReason));
            return manager.run();
        } finally {
            ended.countDown();
        }
    }

    private void pause(Duration rest) throws InterruptedException {
        if (ended.await(rest.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the process is stopping");
        }
    }

    /// Stops the process on SIGTERM. After the orderly shutdown, or after its time limit, the process ends with
    /// exit code 0. The exit code that the JVM uses for a signal would look like a failure.
    private void stop(ControllerManager manager) {
        try {
            log.info("Shutting down");
            manager.stop();
            if (!StopPolicy.awaitEnd(this::hasEnded, manager::awaitsLogin)) {
                log.warn("Shutdown did not complete in time, exiting anyway");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private boolean hasEnded(Duration time) throws InterruptedException {
        return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }
}
