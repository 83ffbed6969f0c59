package dev.vspherecloud.csi.domain.placement;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Which Nodes see which datastores. Pure.
///
/// A Node whose VM is not known counts nowhere: it can attach no volume, and must not hold up the others.
public final class NodeSight {
    private static final int MAX_NAMES = 3;

    private final StorageInventory inventory;

    NodeSight(StorageInventory inventory) {
        this.inventory = inventory;
    }

    /// Returns the segments from which a volume on a datastore is accessible: all their Nodes see the datastore.
    ///
    /// A segment of the requirement comes back as it is if it qualifies. Otherwise, the smaller segments in it that
    /// do. Without a requirement, there is none if all Nodes see the datastore: a PersistentVolume keeps its
    /// topology for ever, so a zone that is added later could not use the volume. Otherwise, all segments of Nodes
    /// are considered.
    ///
    /// Rule from: csi 3.1 step 7, csi-production 4; vsphere-csi-driver, which uses only datastores that all Nodes
    /// see if there is no requirement, and returns no topology.
    public static List<Map<String, String>> segments(
            TopologyRequirement requirement, DatastoreState datastore, StorageInventory inventory) {
        var sight = new NodeSight(inventory);
        List<Map<String, String>> terms = requirement.terms();
        if (terms.isEmpty() && areAllSeeing(sight.nodesIn(Map.of()), datastore)) {
            return List.of();
        }
        Collection<Map<String, String>> wanted = terms.isEmpty() ? sight.allSegments() : terms;
        var found = new LinkedHashSet<Map<String, String>>();
        wanted.forEach(term -> found.addAll(sight.segmentsIn(term, datastore)));
        return List.copyOf(found);
    }

    /// Returns why it is not certain which Nodes see a datastore; empty if it is. Only Nodes in the segments of the
    /// requirement count; all if there is none.
    public static Optional<String> pendingReason(TopologyRequirement requirement, StorageInventory inventory) {
        List<Map<String, String>> terms = requirement.terms();
        List<String> pending = inventory.nodes().stream()
                .filter(PlacementNode::isPending)
                .filter(node -> terms.isEmpty() || terms.stream().anyMatch(node::isIn))
                .map(PlacementNode::name)
                .sorted()
                .toList();
        return pending.isEmpty()
                ? Optional.empty()
                : Optional.of("vCenter %s has not returned the VMs of Nodes yet: %s"
                        .formatted(inventory.vcenter(), some(pending)));
    }

    private List<Map<String, String>> segmentsIn(Map<String, String> term, DatastoreState datastore) {
        List<PlacementNode> nodes = nodesIn(term);
        if (nodes.isEmpty()) {
            return List.of();
        }
        if (areAllSeeing(nodes, datastore)) {
            return List.of(term);
        }
        return nodes.stream()
                .map(PlacementNode::segment)
                .distinct()
                .filter(segment -> areAllSeeing(nodesIn(segment), datastore))
                .sorted((one, other) -> sorted(one).compareTo(sorted(other)))
                .toList();
    }

    private static String sorted(Map<String, String> segment) {
        return new TreeMap<>(segment).toString();
    }

    private Set<Map<String, String>> allSegments() {
        return inventory.nodes().stream()
                .map(PlacementNode::segment)
                .filter(segment -> !segment.isEmpty())
                .sorted((one, other) -> sorted(one).compareTo(sorted(other)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Returns the Nodes in a segment whose VMs are known.
    ///
    /// @param term empty for all Nodes
    List<PlacementNode> nodesIn(Map<String, String> term) {
        return inventory.nodes().stream()
                .filter(node -> node.host().isPresent() && node.isIn(term))
                .toList();
    }

    static boolean areAllSeeing(List<PlacementNode> nodes, DatastoreState datastore) {
        return nodes.stream()
                .allMatch(node -> node.host().filter(datastore::isSeenBy).isPresent());
    }

    /// Returns how well the Nodes of a segment see a datastore. It is 0 if all do, 1 if all do apart from a failure,
    /// and 2 if only some do and these are a segment of their own. It is empty if the datastore is of no use for
    /// the
    /// segment.
    Optional<Integer> tier(Map<String, String> term, DatastoreState datastore) {
        List<PlacementNode> nodes = nodesIn(term);
        if (nodes.isEmpty()) {
            return term.isEmpty() ? Optional.of(datastore.mounts().size() > 1 ? 0 : 1) : Optional.empty();
        }
        if (areAllSeeing(nodes, datastore)) {
            return Optional.of(nodes.stream().allMatch(node -> isReaching(node, datastore)) ? 0 : 1);
        }
        boolean isUseful = term.isEmpty()
                ? nodes.stream()
                        .anyMatch(
                                node -> node.host().filter(datastore::isSeenBy).isPresent())
                : !segmentsIn(term, datastore).isEmpty();
        return isUseful ? Optional.of(2) : Optional.empty();
    }

    private static boolean isReaching(PlacementNode node, DatastoreState datastore) {
        return node.host()
                .map(host -> datastore.mounts().get(host))
                .filter(HostMount::isAccessible)
                .isPresent();
    }

    /// Returns why the Nodes of a segment do not all see a datastore.
    DatastoreRefusal blindness(Map<String, String> term, DatastoreState datastore, String name) {
        List<PlacementNode> blind = nodesIn(term).stream()
                .filter(node -> node.host().filter(datastore::isSeenBy).isEmpty())
                .toList();
        boolean isReadOnly = blind.stream()
                .map(node ->
                        node.host().map(host -> datastore.mounts().get(host)).orElse(null))
                .filter(Objects::nonNull)
                .anyMatch(mount -> mount.isMounted() && mount.isReadOnly());
        List<String> hosts = blind.stream()
                .flatMap(node -> node.host().stream())
                .filter(host -> !isReadOnly || datastore.mounts().containsKey(host))
                .map(inventory::hostName)
                .distinct()
                .sorted()
                .toList();
        String nodes = some(blind.stream().map(PlacementNode::name).sorted().toList());
        return isReadOnly
                ? new DatastoreRefusal(
                        name,
                        DatastoreRefusal.Cause.READ_ONLY,
                        "is mounted read-only on %s (Node %s)".formatted(some(hosts), nodes))
                : new DatastoreRefusal(
                        name,
                        DatastoreRefusal.Cause.UNMOUNTED,
                        "is not mounted on %s (Node %s)".formatted(some(hosts), nodes));
    }

    /// Returns the number of Nodes in a segment that see a datastore.
    long seeing(Map<String, String> term, DatastoreState datastore) {
        return nodesIn(term).stream()
                .filter(node -> node.host().filter(datastore::isSeenBy).isPresent())
                .count();
    }

    static String some(List<String> names) {
        return names.size() <= MAX_NAMES
                ? String.join(", ", names)
                : "%s and %d others"
                        .formatted(String.join(", ", names.subList(0, MAX_NAMES)), names.size() - MAX_NAMES);
    }
}
