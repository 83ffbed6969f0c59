package dev.vspherecloud.ccm;

import static dev.vspherecloud.ccm.Flag.CLOUD_CONFIG;
import static dev.vspherecloud.ccm.Flag.CLOUD_PROVIDER;
import static dev.vspherecloud.ccm.Flag.CONCURRENT_NODE_LIFECYCLE_SYNCS;
import static dev.vspherecloud.ccm.Flag.CONCURRENT_NODE_SYNCS;
import static dev.vspherecloud.ccm.Flag.CONFIG_STRICT;
import static dev.vspherecloud.ccm.Flag.CONTROLLERS;
import static dev.vspherecloud.ccm.Flag.KUBECONFIG;
import static dev.vspherecloud.ccm.Flag.KUBE_API_BURST;
import static dev.vspherecloud.ccm.Flag.KUBE_API_QPS;
import static dev.vspherecloud.ccm.Flag.LEADER_ELECT;
import static dev.vspherecloud.ccm.Flag.LEADER_ELECT_LEASE_DURATION;
import static dev.vspherecloud.ccm.Flag.LEADER_ELECT_RENEW_DEADLINE;
import static dev.vspherecloud.ccm.Flag.LEADER_ELECT_RESOURCE_LOCK;
import static dev.vspherecloud.ccm.Flag.LEADER_ELECT_RESOURCE_NAME;
import static dev.vspherecloud.ccm.Flag.LEADER_ELECT_RESOURCE_NAMESPACE;
import static dev.vspherecloud.ccm.Flag.LEADER_ELECT_RETRY_PERIOD;
import static dev.vspherecloud.ccm.Flag.MASTER;
import static dev.vspherecloud.ccm.Flag.MIN_RESYNC_PERIOD;
import static dev.vspherecloud.ccm.Flag.NODE_DELETION;
import static dev.vspherecloud.ccm.Flag.NODE_LABELS;
import static dev.vspherecloud.ccm.Flag.NODE_MONITOR_PERIOD;
import static dev.vspherecloud.ccm.Flag.NODE_STATUS_UPDATE_FREQUENCY;
import static dev.vspherecloud.ccm.Flag.V;

import dev.vspherecloud.config.GoDuration;
import dev.vspherecloud.domain.label.LabelSyntax;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Turns the values of flags into [Options], and checks what the flags demand of each other.
///
/// The values fit their flags' types already. Differs from the Go program: 0 workers are refused, and label values
/// are checked, since either would leave every Node uninitialised without a word.
final class OptionsRule {
    private final Map<Flag, List<String>> given;
    private final Map<String, String> environment;
    private final List<String> problems;

    OptionsRule(Map<Flag, List<String>> given, Map<String, String> environment, List<String> problems) {
        this.given = given;
        this.environment = environment;
        this.problems = problems;
    }

    Options options() {
        checkProvider();
        Options.NodeOptions nodes = nodes();
        return new Options(
                apiServer(),
                new Options.ConfigOptions(
                        cloudConfig(), FlagType.bool(text(CONFIG_STRICT)).orElse(false)),
                leaderElection(),
                nodes,
                controllers(),
                integer(V),
                shown(),
                Stream.of(withoutEffect(), reserved(nodes.labels()), skipped(nodes.deletion()))
                        .flatMap(Optional::stream)
                        .toList());
    }

    private void checkProvider() {
        String provider = text(CLOUD_PROVIDER);
        if (!provider.isEmpty() && !provider.equals("vsphere")) {
            problems.add("%s: found \"%s\", expected vsphere; this program is no other provider"
                    .formatted(CLOUD_PROVIDER, provider));
        }
    }

    private Path cloudConfig() {
        return path(CLOUD_CONFIG).orElseGet(() -> {
            problems.add(CLOUD_CONFIG + " is missing, expected the path of the vSphere configuration; add "
                    + CLOUD_CONFIG + "=/etc/cloud/vsphere.conf");
            return Path.of("");
        });
    }

    private Options.ApiServerOptions apiServer() {
        OptionalDouble qps = last(KUBE_API_QPS).map(FlagType::decimal).orElse(Optional.empty()).stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
        return new Options.ApiServerOptions(
                path(KUBECONFIG),
                Optional.of(text(MASTER)).filter(master -> !master.isEmpty()),
                qps,
                explicit(KUBE_API_BURST),
                positive(MIN_RESYNC_PERIOD));
    }

    private Options.LeaderElectionOptions leaderElection() {
        var election = new Options.LeaderElectionOptions(
                FlagType.bool(text(LEADER_ELECT)).orElse(true),
                text(LEADER_ELECT_RESOURCE_NAMESPACE),
                text(LEADER_ELECT_RESOURCE_NAME),
                duration(LEADER_ELECT_LEASE_DURATION),
                duration(LEADER_ELECT_RENEW_DEADLINE),
                duration(LEADER_ELECT_RETRY_PERIOD));
        if (election.enabled()) {
            check(election);
        }
        return election;
    }

    private void check(Options.LeaderElectionOptions election) {
        positive(LEADER_ELECT_RETRY_PERIOD);
        require(
                election.leaseDuration().compareTo(election.renewDeadline()) > 0,
                LEADER_ELECT_LEASE_DURATION,
                "more than %s (%s)".formatted(LEADER_ELECT_RENEW_DEADLINE, text(LEADER_ELECT_RENEW_DEADLINE)));
        require(
                election.renewDeadline()
                                .compareTo(
                                        election.retryPeriod().multipliedBy(6).dividedBy(5))
                        > 0,
                LEADER_ELECT_RENEW_DEADLINE,
                "more than 1.2 times %s (%s)".formatted(LEADER_ELECT_RETRY_PERIOD, text(LEADER_ELECT_RETRY_PERIOD)));
        require(text(LEADER_ELECT_RESOURCE_LOCK).equals("leases"), LEADER_ELECT_RESOURCE_LOCK, "leases");
        require(!election.name().isEmpty(), LEADER_ELECT_RESOURCE_NAME, "the name of a lease");
        require(!election.namespace().isEmpty(), LEADER_ELECT_RESOURCE_NAMESPACE, "a namespace");
    }

    private Options.NodeOptions nodes() {
        OptionalInt syncs = explicit(CONCURRENT_NODE_SYNCS);
        require(syncs.orElse(1) >= 1, CONCURRENT_NODE_SYNCS, "at least 1");
        var labels = new LinkedHashMap<String, String>();
        values(NODE_LABELS).forEach(value -> FlagType.map(value).ifPresent(labels::putAll));
        labels.forEach((key, value) ->
                LabelSyntax.flaw(key, value).ifPresent(flaw -> problems.add(NODE_LABELS + ": " + flaw)));
        require(integer(CONCURRENT_NODE_LIFECYCLE_SYNCS) >= 1, CONCURRENT_NODE_LIFECYCLE_SYNCS, "at least 1");
        return new Options.NodeOptions(
                syncs,
                positive(NODE_STATUS_UPDATE_FREQUENCY),
                labels,
                positive(NODE_MONITOR_PERIOD),
                NodeDeletion.of(FlagType.bool(text(NODE_DELETION)).orElse(true), environment));
    }

    private ControllerSelection controllers() {
        var selection = new ControllerSelection(values(CONTROLLERS).stream()
                .flatMap(value -> FlagType.words(value).stream())
                .toList());
        problems.addAll(selection.problems());
        return selection;
    }

    private Map<String, String> shown() {
        var shown = new LinkedHashMap<String, String>();
        given.forEach((flag, values) ->
                shown.put(flag.flagName(), flag.type().isRepeatable() ? String.join(",", values) : values.getLast()));
        return shown;
    }

    private Optional<String> withoutEffect() {
        String later = named(Flag.Effect.NOT_YET);
        String never = named(Flag.Effect.IGNORED);
        String sentence = (later.isEmpty() ? "" : "; not in this version yet: " + later)
                + (never.isEmpty() ? "" : "; without meaning for this program: " + never);
        return sentence.isEmpty() ? Optional.empty() : Optional.of("Flags without effect" + sentence);
    }

    private static Optional<String> reserved(Map<String, String> labels) {
        List<String> reserved = labels.keySet().stream()
                .filter(LabelSyntax::isReserved)
                .sorted()
                .toList();
        return reserved.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s: %s belong to Kubernetes, as do all keys of kubernetes.io and k8s.io; no Node gets them"
                                .formatted(NODE_LABELS, String.join(", ", reserved)));
    }

    private static Optional<String> skipped(NodeDeletion deletion) {
        return deletion == NodeDeletion.OFF_BY_ENVIRONMENT
                ? Optional.of(
                        "%s is set in the environment: no Node is deleted, whatever its value and %s say; remove it to have Nodes deleted whose VMs are gone"
                                .formatted(NodeDeletion.VARIABLE, NODE_DELETION))
                : Optional.empty();
    }

    private String named(Flag.Effect effect) {
        return given.keySet().stream()
                .filter(flag -> flag.effect() == effect)
                .map(Flag::toString)
                .collect(Collectors.joining(", "));
    }

    private void require(boolean holds, Flag flag, String expected) {
        if (!holds) {
            problems.add("%s: found \"%s\", expected %s".formatted(flag, text(flag), expected));
        }
    }

    private Duration positive(Flag flag) {
        Duration duration = duration(flag);
        require(duration.isPositive(), flag, "a duration above 0");
        return duration;
    }

    private Duration duration(Flag flag) {
        return GoDuration.parse(text(flag)).orElse(Duration.ZERO);
    }

    private int integer(Flag flag) {
        return FlagType.integer(text(flag)).orElse(0);
    }

    private OptionalInt explicit(Flag flag) {
        return last(flag).flatMap(FlagType::integer).stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    private Optional<Path> path(Flag flag) {
        try {
            return Optional.of(text(flag)).filter(text -> !text.isEmpty()).map(Path::of);
        } catch (InvalidPathException e) {
            problems.add("%s: found \"%s\", expected the path of a file".formatted(flag, text(flag)));
            return Optional.of(Path.of(""));
        }
    }

    private String text(Flag flag) {
        return last(flag).orElse(flag.defaultText());
    }

    private Optional<String> last(Flag flag) {
        return given.containsKey(flag) ? Optional.of(given.get(flag).getLast()) : Optional.empty();
    }

    private List<String> values(Flag flag) {
        return given.getOrDefault(flag, List.of(flag.defaultText()));
    }
}
