package dev.vspherecloud.ccm;

import static dev.vspherecloud.ccm.Flag.CLOUD_CONFIG;
import static dev.vspherecloud.ccm.Flag.CLOUD_PROVIDER;
import static dev.vspherecloud.ccm.Flag.CONCURRENT_NODE_LIFECYCLE_SYNCS;
import static dev.vspherecloud.ccm.Flag.CONCURRENT_NODE_SYNCS;
import static dev.vspherecloud.ccm.Flag.CONFIG_STRICT;
import static dev.vspherecloud.ccm.Flag.CONTROLLERS;
import static dev.vspherecloud.ccm.Flag.FEATURE_GATES;
import static dev.vspherecloud.ccm.Flag.KUBECONFIG;
import static dev.vspherecloud.ccm.Flag.KUBE_API_BURST;
import static dev.vspherecloud.ccm.Flag.KUBE_API_QPS;
import static dev.vspherecloud.ccm.Flag.MASTER;
import static dev.vspherecloud.ccm.Flag.MIN_RESYNC_PERIOD;
import static dev.vspherecloud.ccm.Flag.NODE_DELETION;
import static dev.vspherecloud.ccm.Flag.NODE_LABELS;
import static dev.vspherecloud.ccm.Flag.NODE_MONITOR_PERIOD;
import static dev.vspherecloud.ccm.Flag.NODE_STATUS_UPDATE_FREQUENCY;
import static dev.vspherecloud.ccm.Flag.USE_SERVICE_ACCOUNT_CREDENTIALS;

import dev.vspherecloud.domain.label.LabelSyntax;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final FlagValues flags;

    OptionsRule(Map<Flag, List<String>> given, Map<String, String> environment, List<String> problems) {
        this.given = given;
        this.environment = environment;
        this.flags = new FlagValues(given, problems);
    }

    Options options() {
        checkProvider();
        Options.NodeOptions nodes = nodes();
        return new Options(
                apiServer(),
                new Options.ConfigOptions(cloudConfig(), flags.isOn(CONFIG_STRICT)),
                new ElectionRule(flags).options(),
                nodes,
                controllers(),
                new ServingRule(flags).options(),
                new LogRule(flags).options(),
                featureGates(),
                flags.isOn(USE_SERVICE_ACCOUNT_CREDENTIALS),
                shown(),
                Stream.of(withoutEffect(), reserved(nodes.labels()), skipped(nodes.deletion()))
                        .flatMap(Optional::stream)
                        .toList());
    }

    private void checkProvider() {
        String provider = flags.text(CLOUD_PROVIDER);
        if (!provider.isEmpty() && !provider.equals("vsphere")) {
            flags.problem("%s: found \"%s\", expected vsphere; this program is no other provider"
                    .formatted(CLOUD_PROVIDER, provider));
        }
    }

    private Path cloudConfig() {
        return flags.path(CLOUD_CONFIG).orElseGet(() -> {
            flags.problem(CLOUD_CONFIG + " is missing, expected the path of the vSphere configuration; add "
                    + CLOUD_CONFIG + "=/etc/cloud/vsphere.conf");
            return Path.of("");
        });
    }

    private Options.ApiServerOptions apiServer() {
        return new Options.ApiServerOptions(
                flags.path(KUBECONFIG),
                Optional.of(flags.text(MASTER)).filter(master -> !master.isEmpty()),
                flags.explicitDecimal(KUBE_API_QPS),
                flags.explicitInteger(KUBE_API_BURST),
                flags.positive(MIN_RESYNC_PERIOD));
    }

    private Options.NodeOptions nodes() {
        OptionalInt syncs = flags.explicitInteger(CONCURRENT_NODE_SYNCS);
        flags.require(syncs.orElse(1) >= 1, CONCURRENT_NODE_SYNCS, "at least 1");
        flags.require(
                flags.integer(CONCURRENT_NODE_LIFECYCLE_SYNCS) >= 1, CONCURRENT_NODE_LIFECYCLE_SYNCS, "at least 1");
        return new Options.NodeOptions(
                syncs,
                flags.positive(NODE_STATUS_UPDATE_FREQUENCY),
                labels(),
                flags.positive(NODE_MONITOR_PERIOD),
                NodeDeletion.of(flags.isOn(NODE_DELETION), environment));
    }

    private Map<String, String> labels() {
        var labels = new LinkedHashMap<String, String>();
        flags.values(NODE_LABELS).forEach(value -> FlagType.map(value).ifPresent(labels::putAll));
        labels.forEach((key, value) ->
                LabelSyntax.flaw(key, value).ifPresent(flaw -> flags.problem(NODE_LABELS + ": " + flaw)));
        return labels;
    }

    private ControllerSelection controllers() {
        var selection = new ControllerSelection(flags.words(CONTROLLERS));
        selection.problems().forEach(flags::problem);
        return selection;
    }

    private Map<String, Boolean> featureGates() {
        var gates = new LinkedHashMap<String, Boolean>();
        flags.values(FEATURE_GATES).forEach(value -> FlagType.map(value)
                .ifPresent(pairs -> pairs.forEach(
                        (gate, on) -> gates.put(gate, FlagType.bool(on).orElse(false)))));
        return gates;
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
}
