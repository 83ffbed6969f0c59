package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.label.LabelValue;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Optional labels that name the inventory objects above a VM.
///
/// @param keys the label key for each wanted kind of object, no key twice
public record AncestorLabels(Map<Kind, String> keys) {
    public static final AncestorLabels NONE = new AncestorLabels(Map.of());

    /// The kinds of inventory objects that labels can name.
    public enum Kind {
        HOST,

        /// The cluster. A host without a cluster is in a compute resource of its own, which has the host's
        /// name.
        CLUSTER,
        DATACENTER,

        /// The nearest resource pool or vApp. The root resource pool of every cluster is named `Resources`.
        RESOURCE_POOL,

        /// The nearest folder. The root VM folder of every datacenter is named `vm`.
        FOLDER
    }

    public AncestorLabels {
        keys = Map.copyOf(keys);
    }

    /// Returns the labels of a VM with this placement, see [LabelValue]. An object that does not exist, or
    /// whose name the account may not read, gets no label: a missing label is better than a label that changes
    /// with a permission.
    public Map<String, String> of(Placement placement) {
        var labels = new HashMap<String, String>();
        names(placement).forEach((key, name) -> LabelValue.of(name).ifPresent(value -> labels.put(key, value)));
        return labels;
    }

    /// Returns a reason that lists the object names that cannot become label values; empty if there are none.
    public Optional<Reason> invalidNames(Placement placement) {
        var nameless = new TreeMap<>(names(placement));
        nameless.values().removeIf(name -> LabelValue.of(name).isPresent());
        return nameless.isEmpty()
                ? Optional.empty()
                : Optional.of(new Reason(
                        VsphereReason.LABEL_INVALID,
                        nameless.entrySet().stream()
                                .map(entry ->
                                        "label %s: found the name \"%s\", expected a letter or digit in it; rename the object"
                                                .formatted(entry.getKey(), entry.getValue()))
                                .collect(Collectors.joining("; "))));
    }

    /// Returns the names of the inventory objects that get a label, by label key.
    private Map<String, String> names(Placement placement) {
        var names = new HashMap<String, String>();
        keys.forEach((kind, key) -> place(kind, placement)
                .filter(place -> !place.name().equals(place.moref()))
                .ifPresent(place -> names.put(key, unescaped(place.name()))));
        return names;
    }

    private static Optional<InventoryObject> place(Kind kind, Placement placement) {
        return switch (kind) {
            case HOST -> first(placement.hostPath(), "HostSystem");
            case CLUSTER -> {
                Stream<InventoryObject> above =
                        Stream.concat(placement.hostPath().stream(), placement.poolPath().stream());
                yield first(above.toList(), "ClusterComputeResource", "ComputeResource");
            }
            case DATACENTER -> placement.datacenter();
            case RESOURCE_POOL -> first(placement.poolPath(), "ResourcePool", "VirtualApp");
            case FOLDER -> folder(placement.folderPath());
        };
    }

    private static Optional<InventoryObject> first(List<InventoryObject> path, String... kinds) {
        return path.stream()
                .filter(place -> List.of(kinds).contains(place.kind()))
                .findFirst();
    }

    /// Returns the nearest folder of a path that begins with the VM. The VM and the vApps that it may be in are
    /// skipped. If the path continues through a resource pool, its folders are host folders, which do not
    /// count.
    private static Optional<InventoryObject> folder(List<InventoryObject> path) {
        return path.stream()
                .dropWhile(place -> Set.of("VirtualMachine", "VirtualApp").contains(place.kind()))
                .findFirst()
                .filter(place -> place.kind().equals("Folder"));
    }

    /// Decodes the three characters that vCenter escapes in names. From the vSphere API, ManagedEntity.name.
    private static String unescaped(String name) {
        return name.replaceAll("(?i)%2f", "/").replaceAll("(?i)%5c", "\\\\").replace("%25", "%");
    }
}
