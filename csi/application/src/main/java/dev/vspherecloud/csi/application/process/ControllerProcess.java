package dev.vspherecloud.csi.application.process;

import dev.vspherecloud.csi.application.active.ActiveDriver;
import dev.vspherecloud.csi.application.endpoint.MetricsEndpoint;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiConfigFiles;
import dev.vspherecloud.csi.config.CsiConfigReader;
import dev.vspherecloud.csi.config.CsiConfigResult;
import dev.vspherecloud.csi.config.process.ProcessConfig;
import dev.vspherecloud.csi.controller.CsiController;
import dev.vspherecloud.csi.controller.DriverServices;
import dev.vspherecloud.csi.controller.NoNodeService;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.csi.protocol.CsiIdentity;
import dev.vspherecloud.csi.protocol.CsiMethods;
import dev.vspherecloud.csi.protocol.Readiness;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.grpc.GrpcMethod;
import dev.vspherecloud.csi.protocol.grpc.GrpcServer;
import dev.vspherecloud.csi.protocol.http2.Http2Limits;
import dev.vspherecloud.csi.protocol.http2.UnixSocketException;
import dev.vspherecloud.csi.reconcile.metadata.MetadataSync;
import dev.vspherecloud.csi.vcenter.VcenterConnections;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.RequestRateLimit;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.reconcile.HeapTrimmer;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.ServingException;
import dev.vspherecloud.serving.health.HealthCheck;
import dev.vspherecloud.vsphere.connection.UnsupportedLogins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Runs the controller of the driver from start to end.
///
/// It serves its socket at once, so that the sidecars can connect. While it is a standby, Probe says that it is not
/// ready, and every other call ends with UNAVAILABLE.
///
/// Threads: [#run] belongs to the main thread, and a SIGTERM arrives on a thread of the JVM. All events go through one
/// queue, so becoming active, stopping and a change of the configuration never overlap. The main thread only starts
/// what they need, and waits for no server until the end.
public final class ControllerProcess {
    private static final Logger log = LoggerFactory.getLogger(ControllerProcess.class);

    /// How long calls that run at the end may take.
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration RELEASE_TIMEOUT = Duration.ofMillis(800);

    /// The time for the end after the Lease was lost, the log-outs included. Another process may be active by then.
    private static final Duration LOST_TIMEOUT = Duration.ofSeconds(5);

    /// The time for an orderly end. After it, the process ends anyway.
    private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

    private final Command.Run command;
    private final ProcessConfig process;
    private final Map<String, String> environment;
    private final CsiMetrics metrics = CsiMetrics.system();
    private final Supervisor supervisor = Supervisor.system(metrics.process());
    private final Readiness readiness = Readiness.ofController();
    private final BlockingQueue<DriverEvent> events = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Optional<ActiveDriver> active = Optional.empty();

    public ControllerProcess(Command.Run command, ProcessConfig process, Map<String, String> environment) {
        this.command = command;
        this.process = process;
        this.environment = Map.copyOf(environment);
    }

    /// Runs until a signal stops the process, or it is not the active controller any more.
    ///
    /// @return the exit code
    public int run() {
        metrics.process().setVersion(Version.text());
        return switch (read()) {
            case CsiConfigResult.Rejected(var problems) -> {
                CsiConfigWatcher.logProblems(problems, Level.ERROR);
                yield 1;
            }
            case CsiConfigResult.Accepted accepted -> {
                CsiConfigWatcher.logProblems(accepted.warnings(), Level.WARN);
                yield withConfig(accepted);
            }
        };
    }

    private CsiConfigResult read() {
        return CsiConfigReader.read(CsiConfigFiles.of(environment), environment);
    }

    private int withConfig(CsiConfigResult.Accepted config) {
        try (KubeConnection opened =
                KubeConnection.open(CsiCommandLine.PROGRAM, command.kubeconfig().orElse(""), "", ApiObserver.NONE)) {
            KubeConnection connection =
                    opened.rateLimitedBy(new RequestRateLimit(process.requestsPerSecond(), process.burst()));
            Optional<String> refusal = UnsupportedLogins.rejection(
                    config.config().vcenters().stream()
                            .map(VcenterConnections::target)
                            .toList(),
                    new SecretReader(connection),
                    () -> false);
            if (refusal.isPresent()) {
                log.atError().addKeyValue("cause", refusal.get()).log("The configuration is not supported, exiting");
                return 1;
            }
            return serve(config, connection);
        } catch (UnixSocketException | ServingException e) {
            log.atError().addKeyValue("cause", e.getMessage()).log("Cannot start to serve, exiting");
            return 1;
        } catch (KubeException e) {
            log.atError().addKeyValue("cause", e.getMessage()).log("Cannot connect to the API server, exiting");
            return 1;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted unexpectedly", e);
        }
    }

    private int serve(CsiConfigResult.Accepted config, KubeConnection connection) throws InterruptedException {
        var settings = new MetadataSync.Settings(process.namespace(), LeaderSettings.newIdentity(), process.fullSync());
        var methods = new ArrayList<GrpcMethod<?>>(CsiMethods.identity(
                new CsiIdentity(Version.text(), config.config().topology().isEnabled(), readiness)));
        methods.addAll(CsiMethods.controller(new CsiController(this::services, metrics.volumes())));
        methods.addAll(CsiMethods.node(new NoNodeService()));
        GrpcServer server =
                GrpcServer.open(process.endpoint(), methods, Http2Limits.DEFAULTS, System::nanoTime, supervisor);
        ControllerElection election = ControllerElection.start(
                connection, settings.namespace(), settings.identity(), this::onElection, metrics, supervisor);
        SupervisedThread watching = supervisor.start(
                "config",
                "config",
                new CsiConfigWatcher(
                        this::read,
                        config,
                        changed -> events.add(new DriverEvent.Reconfigured(changed)),
                        this::pause,
                        metrics));
        SupervisedThread _ = supervisor.start("heap", "heap", new HeapTrimmer(this::pause));
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(this::stop));
        try (MetricsEndpoint endpoint = MetricsEndpoint.open(
                command.endpoint().host(),
                command.endpoint().port(),
                metrics.page(),
                () -> live(server, election, watching),
                () -> List.of(
                        new HealthCheck("volumes", () -> active.flatMap(ActiveDriver::notReadyReason)),
                        new HealthCheck("metadata", () -> active.flatMap(ActiveDriver::metadataProblem))),
                supervisor,
                metrics.process())) {
            log.atInfo()
                    .addKeyValue("socket", process.endpoint())
                    .addKeyValue("port", endpoint.localPort())
                    .log("Serving");
            return work(config.config(), settings, connection, server, election);
        } finally {
            ended.countDown();
        }
    }

    /// Passes on what the election decides. The main thread ends the process after a loss; if it cannot, the process
    /// ends nevertheless.
    private void onElection(DriverEvent event) {
        events.add(event);
        if (event instanceof DriverEvent.Lost) {
            Thread.ofPlatform().daemon().name("lost").start(ControllerProcess::haltAfterLoss);
        }
    }

    private static void haltAfterLoss() {
        try {
            Sleeper.system().sleep(LOST_TIMEOUT);
            log.error("The end after the loss of the Lease takes too long, exiting anyway");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private List<HealthCheck> live(GrpcServer server, ControllerElection election, SupervisedThread watching) {
        return List.of(
                new HealthCheck("grpc", server::unhealthyReason),
                new HealthCheck("leaderElection", election::unhealthyReason),
                new HealthCheck("configuration", watching::unhealthyReason),
                new HealthCheck("driver", () -> active.flatMap(ActiveDriver::unhealthyReason)));
    }

    private DriverServices services() {
        return active.orElseThrow(() ->
                        new GrpcException(GrpcCode.UNAVAILABLE, "this replica is a standby; the call is repeated"))
                .services();
    }

    private int work(
            CsiConfig start,
            MetadataSync.Settings settings,
            KubeConnection connection,
            GrpcServer server,
            ControllerElection election)
            throws InterruptedException {
        CsiConfig config = start;
        while (true) {
            switch (events.take()) {
                case DriverEvent.BecameActive() -> {
                    var driver = new ActiveDriver(
                            connection, settings, config, election::isHeld, readiness, metrics, supervisor);
                    active = Optional.of(driver);
                    driver.start();
                    readiness.onActive();
                }
                case DriverEvent.Reconfigured(CsiConfig changed) -> {
                    config = changed;
                    active.ifPresent(running -> running.apply(changed));
                }
                case DriverEvent.Lost(String why) -> {
                    log.atError().addKeyValue("cause", why).log("Not the active controller any more, exiting");
                    // No call can record any more what it does, so none begins, and none gets time to end.
                    active.ifPresent(ActiveDriver::abandon);
                    end(server, Duration.ZERO);
                    return 1;
                }
                case DriverEvent.Stop() -> {
                    end(server, GRACE);
                    election.release(RELEASE_TIMEOUT);
                    return 0;
                }
            }
        }
    }

    /// Accepts no new calls, lets those that run record what they started, and logs out of the vCenters.
    ///
    /// @param grace how long calls that run may take
    private void end(GrpcServer server, Duration grace) {
        server.stop(grace);
        active.ifPresent(ActiveDriver::close);
    }

    private void pause(Duration rest) throws InterruptedException {
        if (ended.await(rest.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the process is stopping");
        }
    }

    /// Stops the process on SIGTERM. After the orderly end, or after its time limit, the process ends with exit code
    /// 0. The exit code that the JVM uses for a signal would look like a failure.
    private void stop() {
        try {
            log.info("Shutting down");
            events.add(new DriverEvent.Stop());
            if (!ended.await(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Shutdown did not complete in time, exiting anyway");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }
}
