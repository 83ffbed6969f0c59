package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.flag.ProgramName;
import dev.vspherecloud.ccm.application.leader.SettingsRule;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.cluster.KubeAddressesInUse;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.connection.AttemptFolder;
import dev.vspherecloud.vsphere.connection.CredentialWatchers;
import dev.vspherecloud.vsphere.connection.LeaseLoginStore;
import dev.vspherecloud.vsphere.connection.Vcenters;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.LoginStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The common part of the commands that query the cluster and the vCenters while a provider may be running. Such a
/// command uses the configuration of the provider, writes nothing to the cluster or a vCenter, takes part in no
/// leader election, and logs out at the end. It keeps a refused login in a file of the user.
///
/// Threads: the main thread; the thread of a signal waits until the command has logged out.
final class ClusterCommand {
    private static final Duration END_TIMEOUT = Duration.ofMillis(4700);

    private final Options options;
    private final Map<String, String> environment;
    private final PrintStream err;
    private final Progress progress;

    ClusterCommand(Options options, PrintStream err, Terminal terminal, OutputFormat output) {
        this.options = options;
        this.environment = terminal.environment();
        this.err = err;
        this.progress = new Progress(
                terminal.progress(output, options.log().verbosity() > 0),
                terminal.errColumns().orElse(0),
                err,
                System::nanoTime);
    }

    /// The work of a command that needs a valid configuration and a connection to the API server.
    interface Task {
        /// Runs the work.
        ///
        /// @param warnings the warnings about the configuration
        /// @return the exit code
        int run(CloudConfig config, List<Problem> warnings, KubeConnection connection) throws InterruptedException;
    }

    /// A query to the vCenters.
    interface Lookup<T> {
        /// Returns the result of the query; empty if a signal stopped it.
        Optional<T> lookUp(OneShotLookup oneShotLookup) throws InterruptedException;
    }

    /// Reads the configuration, connects to the API server and runs the task.
    ///
    /// @return the exit code
    int run(Task task) {
        applyLog(options);
        return switch (readConfig()) {
            case ConfigResult.Accepted(CloudConfig config, List<Problem> warnings) -> run(task, config, warnings);
            case ConfigResult.Rejected(List<Problem> problems) -> {
                problems.forEach(problem -> Output.report(CheckText.problem(problem), err));
                yield failed("the configuration cannot be used; correct the errors above");
            }
        };
    }

    /// Reads the configuration that the flags name, with the environment of the process.
    ConfigResult readConfig() {
        return ConfigFile.read(options.config(), environment).result();
    }

    /// Sets up the log of a command: only errors, unless `-v` asks for more.
    static void applyLog(Options options) {
        if (options.log().verbosity() > 0) {
            options.log().apply(LogConfig.active());
        } else {
            LogConfig.active().errorsOnly();
        }
    }

    private int run(Task task, CloudConfig config, List<Problem> warnings) {
        return connected(connection -> task.run(config, warnings, connection));
    }

    /// The work of a command that needs only a connection to the API server.
    interface ClusterTask {
        /// Runs the work.
        ///
        /// @return the exit code
        int run(KubeConnection connection) throws InterruptedException;
    }

    /// Runs a task that needs no configuration.
    ///
    /// @return the exit code
    int connected(ClusterTask task) {
        Options.ApiServerOptions api = options.apiServer();
        try (KubeConnection connection = KubeConnection.open(
                        ProgramName.VALUE,
                        api.kubeconfig().map(Path::toString).orElse(""),
                        api.master().orElse(""));
                Progress shown = progress) {
            shown.start();
            return task.run(connection);
        } catch (KubeException e) {
            return failed(e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted unexpectedly", e);
        }
    }

    /// Runs a query to the API server, and says so if it takes long.
    <T> T awaitingApi(KubeConnection connection, Supplier<T> query) {
        progress.begin(() -> "the API server " + connection.url());
        try {
            return query.get();
        } finally {
            progress.end();
        }
    }

    /// Runs a query to the vCenters, and logs out even if a signal stops it. After a signal, the process ends when the
    /// caller ends it, with the exit code of the caller.
    <T> Optional<T> lookUp(CloudConfig config, KubeConnection connection, Lookup<T> lookup)
            throws InterruptedException {
        return closing(awaitingApi(connection, () -> oneShotLookup(config, connection)), lookup);
    }

    /// Does the same with a lookup that the caller created, and closes the lookup.
    <T> Optional<T> closing(OneShotLookup oneShotLookup, Lookup<T> lookup) throws InterruptedException {
        var ended = new CountDownLatch(1);
        boolean isStopped = false;
        try (oneShotLookup) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> stop(oneShotLookup, ended)));
            progress.begin(oneShotLookup::awaited);
            Optional<T> result = lookup.lookUp(oneShotLookup);
            isStopped = oneShotLookup.isStopped();
            return result;
        } finally {
            progress.end();
            if (!isStopped) {
                ended.countDown();
            }
        }
    }

    private OneShotLookup oneShotLookup(CloudConfig config, KubeConnection connection) {
        var feeds = CredentialWatchers.readOnce(connection, Supervisor.system(SupervisorObserver.NONE));
        LoginStore logins =
                LeaseLoginStore.readOnly(connection, options.leaderElection().namespace());
        return new OneShotLookup(
                SettingsRule.settings(options, config),
                addressesInUse(connection),
                new Vcenters.Logins(
                        feeds,
                        LoginRateLimiter.readOnly(
                                logins,
                                AttemptFolder.in(environment),
                                InstantSource.system(),
                                System::nanoTime,
                                new SecureRandom())),
                System::nanoTime);
    }

    /// Returns the addresses that Services use. Without the permission to read Services, the command prints a
    /// warning and goes on without these addresses.
    private KubeAddressesInUse addressesInUse(KubeConnection connection) {
        var addressesInUse = new KubeAddressesInUse(connection);
        try {
            addressesInUse.read();
        } catch (KubeException e) {
            Output.report(
                    "Warning: cannot read Services, so their addresses are not recognized: " + e.getMessage() + "\n",
                    err);
        }
        return addressesInUse;
    }

    /// Returns what reports the waits of this command. The caller starts and closes it, unless it calls [#connected].
    Progress progress() {
        return progress;
    }

    /// Ends the report of a wait, before the command prints.
    void endWait() {
        progress.end();
    }

    /// Prints an error.
    ///
    /// @return the exit code
    int failed(String why) {
        Output.report("Error: " + why + "\n", err);
        return 1;
    }

    /// Stops the query on Ctrl-C and waits until the sessions at the vCenters are closed. If the query was running,
    /// the main thread then ends the process.
    private static void stop(OneShotLookup oneShotLookup, CountDownLatch ended) {
        oneShotLookup.stop();
        try {
            boolean _ = ended.await(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
