package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.cluster.plan.ExistingDriverNode;
import dev.vspherecloud.csi.cluster.plan.ExistingNode;
import dev.vspherecloud.csi.cluster.plan.ExistingNodeTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Decides what changes for a Node and for its CSINodeTopology. Pure.
///
/// Rule from: csi 2.5, csi-production 4 and 5.
final class NodePlanPolicy {
    private static final String PROVIDER = "vsphere://";
    private static final String SUCCESS = "Success";

    private NodePlanPolicy() {}

    /// Returns what differs for a Node; empty if nothing changes.
    ///
    /// @param driver    the registration of the driver; empty if it is not registered on the Node
    /// @param topology  empty if the Node has none
    /// @param sharedIds the node ids that several Nodes have registered
    /// @param settings  empty if the configuration is not known
    static List<TakeoverFinding> evaluate(
            ExistingNode node,
            Optional<ExistingDriverNode> driver,
            Optional<ExistingNodeTopology> topology,
            Set<String> sharedIds,
            Optional<TakeoverSettings> settings) {
        if (driver.isEmpty()) {
            return List.of(
                    isForeign(node)
                            ? TakeoverFinding.of(
                                    TakeoverCode.NODE_OFF_VSPHERE,
                                    "found the provider ID %s, expected %sUUID"
                                            .formatted(RawValue.printable(node.providerId()), PROVIDER))
                            : TakeoverFinding.of(
                                    TakeoverCode.DRIVER_NOT_REGISTERED,
                                    "its CSINode does not have the driver csi.vsphere.vmware.com"));
        }
        var findings = new ArrayList<TakeoverFinding>();
        if (node.os().equals("windows")) {
            findings.add(TakeoverFinding.of(TakeoverCode.WINDOWS_NODE, "its operating system is windows"));
        }
        nodeId(node, driver.get(), sharedIds).ifPresent(findings::add);
        settings.ifPresent(known -> missingKeys(driver.get(), known).ifPresent(findings::add));
        topology.ifPresent(answer -> findings.addAll(collisions(node, answer)));
        return findings;
    }

    private static boolean isForeign(ExistingNode node) {
        return !node.providerId().isEmpty() && !node.providerId().startsWith(PROVIDER);
    }

    private static Optional<TakeoverFinding> nodeId(
            ExistingNode node, ExistingDriverNode driver, Set<String> sharedIds) {
        String id = driver.nodeId();
        if (!AttachmentPlanPolicy.UUID.matcher(id).matches()) {
            return id.equals(node.name())
                    ? Optional.of(
                            TakeoverFinding.of(TakeoverCode.NODE_ID_IS_NAME, "found the node id %s".formatted(id)))
                    : Optional.of(TakeoverFinding.of(
                            TakeoverCode.NODE_ID_INVALID,
                            "found the node id %s, expected a UUID in lower case".formatted(RawValue.printable(id))));
        }
        if (sharedIds.contains(id)) {
            return Optional.of(
                    TakeoverFinding.of(TakeoverCode.NODE_ID_SHARED, "several Nodes have registered %s".formatted(id)));
        }
        String reported = node.systemUuid();
        return TakeoverFinding.when(
                AttachmentPlanPolicy.UUID.matcher(reported).matches()
                        && !reported.equals(id)
                        && !reported.equals(withSwappedGroups(id)),
                TakeoverCode.NODE_ID_OF_OTHER_VM,
                "found the node id %s, and the kubelet reports the system UUID %s".formatted(id, reported));
    }

    /// Returns the UUID with the bytes of its first three groups in reverse order, as SMBIOS before 2.6 writes them.
    private static String withSwappedGroups(String uuid) {
        String[] groups = uuid.split("-", -1);
        for (int i = 0; i < 3; i++) {
            var bytes = new StringBuilder();
            for (int j = groups[i].length(); j > 0; j -= 2) {
                bytes.append(groups[i], j - 2, j);
            }
            groups[i] = bytes.toString();
        }
        return String.join("-", groups);
    }

    private static Optional<TakeoverFinding> missingKeys(ExistingDriverNode driver, TakeoverSettings settings) {
        List<String> missing = settings.topologyKeys().stream()
                .filter(key -> !driver.topologyKeys().contains(key))
                .sorted()
                .toList();
        return TakeoverFinding.when(
                !missing.isEmpty(),
                TakeoverCode.TOPOLOGY_KEYS_MISSING,
                "its CSINode does not have the topology keys %s of the configuration"
                        .formatted(String.join(", ", missing)));
    }

    private static List<TakeoverFinding> collisions(ExistingNode node, ExistingNodeTopology topology) {
        var findings = new ArrayList<TakeoverFinding>();
        new TreeMap<>(topology.labels()).forEach((key, value) -> TakeoverFinding.when(
                        node.labels().containsKey(key)
                                && !node.labels().get(key).equals(value),
                        TakeoverCode.TOPOLOGY_COLLISION,
                        "found the label %s=%s, and CSINodeTopology has %s"
                                .formatted(
                                        key,
                                        RawValue.printable(
                                                String.valueOf(node.labels().get(key))),
                                        RawValue.printable(value)))
                .ifPresent(findings::add));
        return findings;
    }

    /// Returns what differs for a CSINodeTopology; empty if nothing changes.
    static List<TakeoverFinding> evaluate(ExistingNodeTopology topology, RegisteredNodes nodes) {
        if (!nodes.exists(topology.node())) {
            return List.of(TakeoverFinding.of(
                    TakeoverCode.TOPOLOGY_OF_GONE_NODE, "found no Node %s".formatted(topology.node())));
        }
        var findings = new ArrayList<TakeoverFinding>();
        if (topology.status().isEmpty()) {
            findings.add(TakeoverFinding.of(TakeoverCode.TOPOLOGY_UNANSWERED, "found no status"));
        } else if (!topology.status().equals(SUCCESS)) {
            findings.add(TakeoverFinding.of(
                    TakeoverCode.TOPOLOGY_ERROR,
                    "found the status %s: %s"
                            .formatted(
                                    RawValue.printable(topology.status()),
                                    topology.error().isEmpty() ? "no message" : topology.error())));
        }
        String id = nodes.idOf(topology.node()).orElse("");
        TakeoverFinding.when(
                        !topology.nodeUuid().isEmpty()
                                && !id.isEmpty()
                                && !topology.nodeUuid().equalsIgnoreCase(id),
                        TakeoverCode.TOPOLOGY_OF_OTHER_VM,
                        "found nodeuuid %s, and the Node has registered %s"
                                .formatted(RawValue.printable(topology.nodeUuid()), id))
                .ifPresent(findings::add);
        return findings;
    }
}
