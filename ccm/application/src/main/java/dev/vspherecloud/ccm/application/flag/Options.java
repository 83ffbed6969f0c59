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

/// The options of the command line and one environment variable, checked, with all defaults filled in. There is a
/// component for each group of flags, the flags as given, and warnings about them.
///
/// @param featureGates every gate that was given
/// @param explicit every flag that was given, by name, with its value: what the start log shows
/// @param warnings flags that have no effect, or more effect than it seems, in sentences
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
    /// The value of `--cloud-provider` for the Nodes of a Supervisor.
    public static final String PARAVIRTUAL = "vsphere-paravirtual";

    public Options {
        featureGates = Map.copyOf(featureGates);
        warnings = List.copyOf(warnings);
        explicit = Collections.unmodifiableMap(new LinkedHashMap<>(explicit));
    }

    /// Returns the effective value of a flag of a run, as text.
    String text(Flag flag) {
        return explicit.getOrDefault(flag.flagName(), flag.defaultText());
    }

    /// Returns every flag of a run with its effective value, by name, without dashes. No flag contains a secret,
    /// since the configuration is a file.
    public Map<String, String> texts() {
        var texts = new LinkedHashMap<String, String>();
        Command.RUN.flags().forEach(flag -> texts.put(flag.flagName(), text(flag)));
        return texts;
    }

    /// The connection to the API server.
    ///
    /// @param kubeconfig empty means the service account of the pod
    /// @param master address that replaces the kubeconfig's
    /// @param rateLimit the limit of the request rate; empty means no limit
    public record ApiServerOptions(
            Optional<Path> kubeconfig, Optional<String> master, Optional<RequestRateLimit> rateLimit) {}

    /// Whether and how a leader is elected with a Lease.
    ///
    /// If enabled, the lease duration is longer than the renewal deadline, and that longer than 1.2 retry periods.
    public record LeaderElectionOptions(
            boolean enabled,
            String namespace,
            String name,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod,
            MigrationOptions migration) {}

    /// Whether controllers are taken over from another manager with a second Lease.
    ///
    /// @param file what moves from where; empty means the table that is built into Kubernetes
    public record MigrationOptions(boolean enabled, Optional<Path> file) {}

    /// The configuration file and how it is checked.
    ///
    /// @param file `vsphere.conf`
    /// @param strict true if a warning about it is an error
    public record ConfigOptions(Path file, boolean strict) {}

    /// How Nodes are reconciled.
    ///
    /// @param concurrentSyncs at least 1, only if it was given
    /// @param statusUpdateFrequency above 0
    /// @param labels for each new Node; every key and value may be a label
    /// @param monitorPeriod how often the lifecycle of every Node is checked again; above 0
    /// @param deletion whether Nodes of VMs that are gone are deleted
    public record NodeOptions(
            OptionalInt concurrentSyncs,
            Duration statusUpdateFrequency,
            Map<String, String> labels,
            Duration monitorPeriod,
            NodeDeletion deletion) {
        /// How many Nodes are reconciled at once if the flag is not given; each takes two writes of some ten
        /// milliseconds.
        static final int WORKERS = 8;

        public NodeOptions {
            labels = Map.copyOf(labels);
        }

        /// Returns how many Nodes are reconciled at once.
        public int workers() {
            return concurrentSyncs.orElse(WORKERS);
        }
    }

    /// What the port serves, and to whom.
    ///
    /// @param profiling whether the pages under `/debug` exist
    public record ServingOptions(
            ServingSettings port,
            AuthenticationSettings authentication,
            AuthorizationSettings authorization,
            boolean profiling) {}

    /// What is logged, and how.
    ///
    /// @param verbosity    the number after `-v`
    /// @param modules      other numbers for single loggers; the first that matches counts
    /// @param splitStreams whether standard error gets warnings and errors only
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

    /// Builds the options from the given flags, and adds their problems to the list.
    ///
    /// @param environment of the process: one variable counts like a flag
    static Options from(Map<Flag, List<String>> given, Map<String, String> environment, List<String> problems) {
        return new OptionsRule(given, environment, problems).options();
    }
}
