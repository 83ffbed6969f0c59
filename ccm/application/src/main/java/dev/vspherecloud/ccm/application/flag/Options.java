package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.kubernetes.RequestRateLimit;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.observability.LogFormat;
import dev.vspherecloud.observability.ModuleLevel;
import dev.vspherecloud.serving.ServingSettings;
import dev.vspherecloud.serving.auth.AuthenticationSettings;
import dev.vspherecloud.serving.auth.AuthorizationSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The options of a run: the validated values of all flags and of one environment variable, with all defaults
/// filled in. Each group of flags has its own component.
///
/// @param featureGates all feature gates on the command line
/// @param explicit the flags on the command line, by name, with their values, for the first log line
/// @param warnings sentences about flags that have no effect, or another effect than expected
public record Options(
        ApiServerOptions apiServer,
        ConfigOptions config,
        LeaderElectionOptions leaderElection,
        NodeOptions nodes,
        ControllerSelection controllers,
        ServingOptions serving,
        LogOptions log,
        Map<String, Boolean> featureGates,
        Map<String, String> explicit,
        List<String> warnings) {
    /// The value of `--cloud-provider` that stands for the paravirtual provider, whose Nodes are VMs of a
    /// Supervisor.
    public static final String PARAVIRTUAL = "vsphere-paravirtual";

    public Options {
        featureGates = Map.copyOf(featureGates);
        warnings = List.copyOf(warnings);
        explicit = Collections.unmodifiableMap(new LinkedHashMap<>(explicit));
    }

    /// Returns the effective value of a flag as text.
    String text(Flag flag) {
        return explicit.getOrDefault(flag.flagName(), flag.defaultText());
    }

    /// Returns the effective value of each flag by its name without dashes. No flag contains a secret, since
    /// secrets are in the configuration file.
    public Map<String, String> texts() {
        var texts = new LinkedHashMap<String, String>();
        Command.RUN.flags().forEach(flag -> texts.put(flag.flagName(), text(flag)));
        return texts;
    }

    /// The connection to the API server.
    ///
    /// @param kubeconfig the path of the kubeconfig; empty means the service account of the Pod
    /// @param master the address of the API server that replaces the one in the kubeconfig
    /// @param rateLimit the limit of the request rate; empty means no limit
    public record ApiServerOptions(
            Optional<Path> kubeconfig, Optional<String> master, Optional<RequestRateLimit> rateLimit) {}

    /// The settings for leader election with a Lease.
    ///
    /// If leader election is enabled, the lease duration is longer than the renew deadline, and the renew deadline
    /// is longer than 1.2 retry periods.
    public record LeaderElectionOptions(
            boolean enabled,
            String namespace,
            String name,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod,
            MigrationOptions migration) {}

    /// The settings for leader migration, in which controllers move from another controller manager with a second
    /// Lease.
    ///
    /// @param file the file that names the controllers that move; empty means the default of Kubernetes
    public record MigrationOptions(boolean enabled, Optional<Path> file) {}

    /// The configuration file and how it is validated.
    ///
    /// @param file the path of `vsphere.conf`
    /// @param strict true if a warning counts as an error
    public record ConfigOptions(Path file, boolean strict) {}

    /// The settings for the reconciliation of Nodes.
    ///
    /// @param concurrentSyncs the number of workers, at least 1; empty if the flag is not on the command line
    /// @param statusUpdateFrequency the time between two reconciliations of a Node without a change; above 0
    /// @param labels labels for each new Node; every key and value is a valid label
    /// @param monitorPeriod the time between two lifecycle checks of a Node that is not ready; above 0
    /// @param deletion says if Nodes whose VM is gone may be deleted
    public record NodeOptions(
            OptionalInt concurrentSyncs,
            Duration statusUpdateFrequency,
            Map<String, String> labels,
            Duration monitorPeriod,
            NodeDeletion deletion) {
        /// The number of workers if the flag is not on the command line. Each initialisation takes two writes of
        /// some ten milliseconds.
        static final int WORKERS = 8;

        public NodeOptions {
            labels = Map.copyOf(labels);
        }

        /// Returns the number of Nodes that are reconciled at once.
        public int workers() {
            return concurrentSyncs.orElse(WORKERS);
        }
    }

    /// The settings of the HTTPS port, and of the access to its pages.
    ///
    /// @param profiling true if the port serves the pages under `/debug`
    public record ServingOptions(
            ServingSettings port,
            AuthenticationSettings authentication,
            AuthorizationSettings authorization,
            boolean profiling) {}

    /// The settings of the log.
    ///
    /// @param verbosity the number after `-v`
    /// @param modules verbosities for single loggers; the first match counts
    /// @param splitStreams true if standard error receives only warnings and errors
    public record LogOptions(int verbosity, List<ModuleLevel> modules, LogFormat form, boolean splitStreams) {
        public LogOptions {
            modules = List.copyOf(modules);
        }

        /// Applies these options to the log.
        public void apply(LogConfig log) {
            log.form(form);
            log.splitStreams(splitStreams);
            log.modules(modules);
            log.verbosity(verbosity);
        }
    }

    /// Creates the options from the flags on the command line, and adds their problems to the list.
    ///
    /// @param environment the environment variables of the process; one of them acts like a flag
    static Options from(Map<Flag, List<String>> given, Map<String, String> environment, List<String> problems) {
        return new OptionsRule(given, environment, problems).options();
    }
}
