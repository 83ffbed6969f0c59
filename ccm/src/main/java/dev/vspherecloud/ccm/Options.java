package dev.vspherecloud.ccm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// What the command line says, and the variable beside it, checked, with all defaults filled in.
///
/// @param verbosity   the number after `-v`
/// @param given       every flag that was given, by name, with its value: what the start log shows
/// @param warnings    what was given and does nothing, or does more than it seems, in sentences
record Options(
        ApiServerOptions apiServer,
        ConfigOptions config,
        LeaderElectionOptions leaderElection,
        NodeOptions nodes,
        ControllerSelection controllers,
        int verbosity,
        Map<String, String> given,
        List<String> warnings) {
    Options {
        warnings = List.copyOf(warnings);
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /// How to reach the API server.
    ///
    /// @param kubeconfig      empty means the service account of the pod
    /// @param master          address that replaces the kubeconfig's
    /// @param qps             requests a second, only if it was given; below 0 means no limit
    /// @param burst           requests at once, only if it was given
    /// @param minResyncPeriod above 0
    record ApiServerOptions(
            Optional<Path> kubeconfig,
            Optional<String> master,
            OptionalDouble qps,
            OptionalInt burst,
            Duration minResyncPeriod) {}

    /// Whether and how a leader is elected, by a Lease.
    ///
    /// When enabled, the lease is longer than the renewal deadline, and that longer than 1.2 retry periods.
    record LeaderElectionOptions(
            boolean enabled,
            String namespace,
            String name,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod) {}

    /// What is configured where.
    ///
    /// @param file   `vsphere.conf`
    /// @param strict true when a warning about it is an error
    record ConfigOptions(Path file, boolean strict) {}

    /// How Nodes are worked on.
    ///
    /// @param concurrentSyncs       at least 1, only if it was given
    /// @param statusUpdateFrequency above 0
    /// @param labels                for each new Node; every key and value may be a label
    /// @param monitorPeriod         how often the life of every Node is looked at again; above 0
    /// @param deletion              whether Nodes of VMs that are gone are deleted
    record NodeOptions(
            OptionalInt concurrentSyncs,
            Duration statusUpdateFrequency,
            Map<String, String> labels,
            Duration monitorPeriod,
            NodeDeletion deletion) {
        NodeOptions {
            labels = Map.copyOf(labels);
        }
    }

    /// Builds the options from what was given, and adds what is wrong with it to the problems.
    ///
    /// @param environment of the process: one variable counts like a flag
    static Options from(Map<Flag, List<String>> given, Map<String, String> environment, List<String> problems) {
        return new OptionsRule(given, environment, problems).options();
    }
}
