package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.leader.SettingsRule;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.application.vcenter.CredentialWatchers;
import dev.vspherecloud.ccm.application.vcenter.LeaseLoginStore;
import dev.vspherecloud.ccm.application.vcenter.Vcenters;
import dev.vspherecloud.ccm.cluster.KubeAddressesInUse;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.LoginStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What the commands have in common that ask the cluster and the vCenters beside a provider that runs: they use its
/// configuration, write nothing, neither to the cluster nor to a vCenter, take part in no election, and log out.
///
/// Threads: the main thread; a signal's thread waits until it has logged out.
final class ClusterCommand {
    private static final Duration END_AT_LATEST = Duration.ofMillis(4700);

    private final Options options;
    private final PrintStream err;

    ClusterCommand(Options options, PrintStream err) {
        this.options = options;
        this.err = err;
    }

    /// What is done with a configuration that can be used and an API server that can be reached.
    interface Task {
        /// @param warnings about the configuration
        /// @return the exit code
        int run(CloudConfig config, List<Problem> warnings, KubeConnection connection) throws InterruptedException;
    }

    /// What is asked of the vCenters.
    interface Question<T> {
        /// Empty when it was stopped.
        Optional<T> ask(OneShotLookup oneShotLookup) throws InterruptedException;
    }

    /// @return the exit code
    int run(Task task) {
        if (options.log().verbosity() > 0) {
            options.log().apply(LogConfig.active());
        } else {
            LogConfig.active().errorsOnly();
        }
        return switch (ConfigFile.read(options.config()).result()) {
            case ConfigResult.Accepted(CloudConfig config, List<Problem> warnings) -> run(task, config, warnings);
            case ConfigResult.Rejected(List<Problem> problems) -> {
                problems.forEach(problem -> Output.print(CheckText.problem(problem), err));
                yield failed("the configuration cannot be used");
            }
        };
    }

    private int run(Task task, CloudConfig config, List<Problem> warnings) {
        return connected(connection -> task.run(config, warnings, connection));
    }

    /// What is done with an API server that can be reached.
    interface ClusterTask {
        /// @return the exit code
        int run(KubeConnection connection) throws InterruptedException;
    }

    /// Needs no configuration.
    ///
    /// @return the exit code
    int connected(ClusterTask task) {
        Options.ApiServerOptions api = options.apiServer();
        try (KubeConnection connection = KubeConnection.open(
                api.kubeconfig().map(Path::toString).orElse(""), api.master().orElse(""))) {
            return task.run(connection);
        } catch (KubeException e) {
            return failed(e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    /// Asks, and logs out, also when a signal comes meanwhile.
    <T> Optional<T> ask(CloudConfig config, KubeConnection connection, Question<T> question)
            throws InterruptedException {
        var ended = new CountDownLatch(1);
        try (var oneShotLookup = oneShotLookup(config, connection)) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> stop(oneShotLookup, ended)));
            return question.ask(oneShotLookup);
        } finally {
            ended.countDown();
        }
    }

    private OneShotLookup oneShotLookup(CloudConfig config, KubeConnection connection) {
        var feeds = CredentialWatchers.readOnce(connection, Supervisor.system(SupervisorObserver.NONE));
        LoginStore logins =
                LeaseLoginStore.toBeRead(connection, options.leaderElection().namespace());
        return new OneShotLookup(
                SettingsRule.settings(options, config),
                claims(connection),
                new Vcenters.Logins(
                        feeds,
                        LoginRateLimiter.leavingNoRecord(
                                logins, InstantSource.system(), System::nanoTime, new SecureRandom())),
                System::nanoTime);
    }

    /// Who may not read Services learns the rest.
    private KubeAddressesInUse claims(KubeConnection connection) {
        var claims = new KubeAddressesInUse(connection);
        try {
            claims.read();
        } catch (KubeException e) {
            Output.print("Warning: no address is known as that of a Service: " + e.getMessage() + "\n", err);
        }
        return claims;
    }

    /// @return the exit code
    int failed(String why) {
        Output.print("Error: " + why + "\n", err);
        return 1;
    }

    /// Runs on Ctrl-C: no session is left behind.
    private static void stop(OneShotLookup oneShotLookup, CountDownLatch ended) {
        oneShotLookup.stop();
        try {
            boolean _ = ended.await(END_AT_LATEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
