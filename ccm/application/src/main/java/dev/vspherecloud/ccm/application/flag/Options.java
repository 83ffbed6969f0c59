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

/// What the command line says, and the variable beside it, checked, with all defaults filled in: a component for each
/// group of flags, the flags as given, and warnings about them.
///
/// @param featureGates every gate that was given
/// @param given       every flag that was given, by name, with its value: what the start log shows
/// @param warnings    what was given and does nothing, or does more than it seems, in sentences
public record Options(
        ApiServerOptions apiServer,
        ConfigOptions config,
        LeaderElectionOptions leaderElection,
        NodeOptions nodes,
        ControllerSelection controllers,
        ServingOptions serving,
        LogOptions log,
        Map<String, Boolean> featureGates,
        Map<String, String> given,
        List<String> warnings) {
    /// The value of `--cloud-provider` that stands for Nodes of a Supervisor.
    public static final String PARAVIRTUAL = "vsphere-paravirtual";

    public Options {
        featureGates = Map.copyOf(featureGates);
        warnings = List.copyOf(warnings);
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /// The value of a flag of a run that counts, as text.
    String text(Flag flag) {
        return given.getOrDefault(flag.flagName(), flag.defaultText());
    }

    /// Every flag of a run with the value that counts, by name, without dashes. The configuration is a file, so that no
    /// flag holds a secret.
    public Map<String, String> texts() {
        var texts = new LinkedHashMap<String, String>();
        Command.RUN.flags().forEach(flag -> texts.put(flag.flagName(), text(flag)));
        return texts;
    }

    /// How to reach the API server.
    ///
    /// @param kubeconfig      empty means the service account of the pod
    /// @param master          address that replaces the kubeconfig's
    /// @param pace            how fast it is asked; empty means as fast as it answers
    public record ApiServerOptions(
            Optional<Path> kubeconfig, Optional<String> master, Optional<RequestRateLimit> pace) {}

    /// Whether and how a leader is elected, by a Lease.
    ///
    /// When enabled, the lease is longer than the renewal deadline, and that longer than 1.2 retry periods.
    public record LeaderElectionOptions(
            boolean enabled,
            String namespace,
            String name,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod,
            MigrationOptions migration) {}

    /// Whether controllers are taken over from another manager by a second lease.
    ///
    /// @param file what moves from where; empty means the table that Kubernetes has built in
    public record MigrationOptions(boolean enabled, Optional<Path> file) {}

    /// What is configured where.
    ///
    /// @param file   `vsphere.conf`
    /// @param strict true when a warning about it is an error
    public record ConfigOptions(Path file, boolean strict) {}

    /// How Nodes are worked on.
    ///
    /// @param concurrentSyncs       at least 1, only if it was given
    /// @param statusUpdateFrequency above 0
    /// @param labels                for each new Node; every key and value may be a label
    /// @param monitorPeriod         how often the life of every Node is looked at again; above 0
    /// @param deletion              whether Nodes of VMs that are gone are deleted
    public record NodeOptions(
            OptionalInt concurrentSyncs,
            Duration statusUpdateFrequency,
            Map<String, String> labels,
            Duration monitorPeriod,
            NodeDeletion deletion) {
        /// How many Nodes at once when the flag does not say; each takes two writes of some ten milliseconds.
        static final int WORKERS = 8;

        public NodeOptions {
            labels = Map.copyOf(labels);
        }

        /// How many Nodes are worked on at once.
        public int workers() {
            return concurrentSyncs.orElse(WORKERS);
        }
    }

    /// What is served, to whom.
    ///
    /// @param profiling whether the pages under `/debug` are there
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

        /// Puts them in force.
        public void apply(LogConfig log) {
            log.form(form);
            log.splitStreams(splitStreams);
            log.modules(modules);
            log.verbosity(verbosity);
        }
    }

    /// Builds the options from what was given, and adds what is wrong with it to the problems.
    ///
    /// @param environment of the process: one variable counts like a flag
    static Options from(Map<Flag, List<String>> given, Map<String, String> environment, List<String> problems) {
        return new OptionsRule(given, environment, problems).options();
    }
}
