package dev.vspherecloud.ccm;

import dev.vspherecloud.ccm.metrics.ProgramMetrics;
import dev.vspherecloud.config.ConfigReader;
import dev.vspherecloud.config.ConfigReport;
import dev.vspherecloud.config.ConfigResult;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.migration.LeaderMigration;
import dev.vspherecloud.config.migration.MigrationResult;
import dev.vspherecloud.kubernetes.KubeConnection;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.SecretReader;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.serving.ServingException;
import dev.vspherecloud.serving.auth.AuthorityException;
import dev.vspherecloud.vsphere.client.HttpProxy;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The entry of the process.
///
/// Exit codes: 0 when it was told to stop, or asked for help or version; 1 when the command line, the configuration or
/// the kubeconfig cannot be used, and when the lease is lost.
public final class Main {
    private static final Logger log = LoggerFactory.getLogger(Main.class);

    /// How long a SIGTERM waits for the orderly end before the process ends anyway.
    private static final Duration END_AT_LATEST = Duration.ofMillis(4700);

    private Main() {}

    public static void main(String[] arguments) {
        Utf8Environment.ensure();
        HttpProxy.permitLogins();
        int code = run(List.of(arguments), System.out, System.err);
        // Not exit: a hook that waits for this thread would wait for ever.
        Runtime.getRuntime().halt(code);
    }

    private static int run(List<String> arguments, PrintStream out, PrintStream err) {
        return switch (CommandLine.parse(arguments, System.getenv(), Version.text())) {
            case CommandLine.Show(String text) -> {
                out.print(text);
                out.flush();
                yield 0;
            }
            case CommandLine.Reject(List<String> problems) -> {
                problems.forEach(problem -> err.println("Error: " + problem));
                err.println("Run with --help to see every flag.");
                yield 1;
            }
            case CommandLine.Run(Options options) -> run(options);
            case CommandLine.Check check -> ConfigCommands.check(check, System.getenv(), out);
            case CommandLine.Convert convert -> ConfigCommands.convert(convert, out, err);
            case CommandLine.Explain explain -> new ExplainCommand(out, err).run(explain);
            case CommandLine.Plan plan -> new PlanCommand(out, err).run(plan);
        };
    }

    private static int run(Options options) {
        options.log().apply(LogConfig.active());
        log.atInfo()
                .addKeyValue("version", Version.text())
                .addKeyValue("java", Runtime.version())
                .addKeyValue("flags", options.given())
                .addKeyValue("nodeDeletion", options.nodes().deletion())
                .log("Starting vsphere-cloud-controller-manager");
        options.warnings().forEach(log::warn);
        ConfigReport report = read(options.config());
        return switch (report.result()) {
            case ConfigResult.Accepted accepted -> {
                ConfigLog.problems(accepted.warnings(), Level.WARN);
                report.effective().ifPresent(ConfigLog::effective);
                yield run(options, accepted);
            }
            case ConfigResult.Rejected(List<Problem> problems) -> {
                ConfigLog.problems(problems, Level.ERROR);
                yield 1;
            }
        };
    }

    /// In the environment of this process.
    static ConfigReport read(Options.ConfigOptions options) {
        ConfigReport report = ConfigReader.report(options.file(), System.getenv());
        return options.strict() ? report.strict() : report;
    }

    private static int run(Options options, ConfigResult.Accepted config) {
        Options.LeaderElectionOptions election = options.leaderElection();
        if (!election.enabled() || !election.migration().enabled()) {
            return run(options, ControllerLeases.of(options.controllers(), Optional.empty()), config);
        }
        return switch (MigrationFile.read(election.migration())) {
            case MigrationResult.Accepted(LeaderMigration migration) ->
                run(options, ControllerLeases.of(options.controllers(), Optional.of(migration)), config);
            case MigrationResult.Rejected(List<String> problems) -> {
                problems.forEach(problem -> log.atError()
                        .addKeyValue("file", election.migration().file().orElse(Path.of("")))
                        .addKeyValue("problem", problem)
                        .log("Cannot use the leader migration configuration"));
                yield 1;
            }
        };
    }

    private static int run(Options options, ControllerLeases leases, ConfigResult.Accepted config) {
        var metrics = ProgramMetrics.system();
        metrics.build().is(Version.text());
        FeatureGate.known().forEach(gate -> metrics.build().has(gate.name(), gate.label(), gate.in(options)));
        try (KubeConnection opened = KubeConnection.open(
                options.apiServer().kubeconfig().map(Path::toString).orElse(""),
                options.apiServer().master().orElse(""),
                metrics.api())) {
            KubeConnection connection =
                    options.apiServer().pace().map(opened::pacedBy).orElse(opened);
            Optional<String> refusal =
                    UnsupportedLogins.refusal(config.config().vcenters(), new SecretReader(connection));
            if (refusal.isPresent()) {
                log.atError().addKeyValue("cause", refusal.get()).log("Cannot take the place of the Go program");
                return 1;
            }
            var health = new ProcessHealth();
            var manager = new ControllerManager(options, leases, config.config(), connection, health, metrics);
            var ended = new CountDownLatch(1);
            var live = new LiveConfig(
                    () -> read(options.config()),
                    config,
                    manager::reconfigure,
                    rest -> pause(ended, rest),
                    metrics.config());
            health.require("configuration", Thread.ofVirtual().name("config").start(live));
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> stop(manager, ended)));
            try (PortGate gate = PortGate.open(options, connection, metrics.reviews());
                    var _ = ProcessPort.open(options, gate, health, Map.of("/metrics", metrics.page()))) {
                return manager.run();
            } finally {
                ended.countDown();
            }
        } catch (ServingException | AuthorityException e) {
            log.atError().addKeyValue("cause", e.getMessage()).log("Cannot serve");
            return 1;
        } catch (KubeException e) {
            log.atError().addKeyValue("cause", e.getMessage()).log("Cannot use the API server");
            return 1;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    private static void pause(CountDownLatch ended, Duration rest) throws InterruptedException {
        if (ended.await(rest.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the process ends");
        }
    }

    /// Runs on SIGTERM. Once the orderly end is through, or took too long, the process ends with 0: the JVM's own
    /// code for a signal would look like a failure.
    private static void stop(ControllerManager manager, CountDownLatch ended) {
        log.info("Stopping");
        manager.stop();
        try {
            if (!ended.await(END_AT_LATEST.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Not everything could be ended in time");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }
}
