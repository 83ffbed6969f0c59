package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.CONCURRENT_NODE_LIFECYCLE_SYNCS;
import static dev.vspherecloud.ccm.application.flag.Flag.CONCURRENT_NODE_STATUS_UPDATES;
import static dev.vspherecloud.ccm.application.flag.Flag.CONCURRENT_NODE_SYNCS;
import static dev.vspherecloud.ccm.application.flag.Flag.NODE_DELETION;
import static dev.vspherecloud.ccm.application.flag.Flag.NODE_LABELS;
import static dev.vspherecloud.ccm.application.flag.Flag.NODE_MONITOR_PERIOD;
import static dev.vspherecloud.ccm.application.flag.Flag.NODE_STATUS_UPDATE_FREQUENCY;

import dev.vspherecloud.domain.label.LabelSyntax;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Reads the flags for Nodes, and the environment variable `SKIP_NODE_DELETION`.
///
/// Differs from cloud-provider-vsphere (Go): 0 workers are rejected, and label values are validated, since either
/// would leave every Node uninitialised without a message.
final class NodeRule {
    private final FlagValues flags;
    private final Map<String, String> environment;

    NodeRule(FlagValues flags, Map<String, String> environment) {
        this.flags = flags;
        this.environment = environment;
    }

    Options.NodeOptions options() {
        return new Options.NodeOptions(
                workers(),
                flags.positive(NODE_STATUS_UPDATE_FREQUENCY),
                labels(),
                flags.positive(NODE_MONITOR_PERIOD),
                deletion());
    }

    private OptionalInt workers() {
        OptionalInt syncs = flags.explicitInteger(CONCURRENT_NODE_SYNCS);
        flags.require(syncs.orElse(1) >= 1, CONCURRENT_NODE_SYNCS, "at least 1");
        flags.require(flags.integer(CONCURRENT_NODE_STATUS_UPDATES) >= 0, CONCURRENT_NODE_STATUS_UPDATES, "at least 0");
        flags.require(
                flags.integer(CONCURRENT_NODE_LIFECYCLE_SYNCS) >= 1, CONCURRENT_NODE_LIFECYCLE_SYNCS, "at least 1");
        return syncs;
    }

    private Map<String, String> labels() {
        var labels = new LinkedHashMap<String, String>();
        flags.all(NODE_LABELS, FlagText::map).forEach(labels::putAll);
        labels.forEach((key, value) ->
                LabelSyntax.error(key, value).ifPresent(problem -> flags.problem(NODE_LABELS + ": " + problem)));
        List<String> reserved = labels.keySet().stream()
                .filter(LabelSyntax::isReserved)
                .sorted()
                .toList();
        if (!reserved.isEmpty()) {
            flags.warn(
                    "%s: %s are reserved, as are all label keys of kubernetes.io and k8s.io; no Node gets them, remove them"
                            .formatted(NODE_LABELS, String.join(", ", reserved)));
        }
        return labels;
    }

    private NodeDeletion deletion() {
        NodeDeletion deletion = NodeDeletion.of(flags.isOn(NODE_DELETION), environment);
        if (deletion == NodeDeletion.OFF_BY_ENVIRONMENT) {
            flags.warn(
                    "%s is set in the environment: no Node is deleted, regardless of its value and of %s; remove it so that Nodes are deleted whose VMs no longer exist"
                            .formatted(NodeDeletion.VARIABLE, NODE_DELETION));
        }
        return deletion;
    }
}
