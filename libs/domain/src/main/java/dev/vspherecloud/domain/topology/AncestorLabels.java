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

/// Labels that name the places a VM is in, on request.
///
/// @param keys the label for each kind of place that is wanted, no label twice
public record AncestorLabels(Map<Kind, String> keys) {
    public static final AncestorLabels NONE = new AncestorLabels(Map.of());

    /// The places that may be named.
    public enum Kind {
        HOST,

        /// A host without a cluster is in a compute resource of its own, and of its name.
        CLUSTER,
        DATACENTER,

        /// The nearest one, or vApp; the one that every cluster has by itself is `Resources`.
        RESOURCE_POOL,

        /// The nearest one; the one that every datacenter has by itself is `vm`.
        FOLDER
    }

    public AncestorLabels {
        keys = Map.copyOf(keys);
    }

    /// The labels of a VM with this placement, see [LabelValue]. A place that is not there, or whose name the account
    /// may not read, has none: no label is better than one that changes with a permission.
    public Map<String, String> of(Placement placement) {
        var labels = new HashMap<String, String>();
        names(placement).forEach((key, name) -> LabelValue.of(name).ifPresent(value -> labels.put(key, value)));
        return labels;
    }

    /// What is said about the names of which no label can be made; empty when there is none.
    public Optional<Reason> flaw(Placement placement) {
        var nameless = new TreeMap<>(names(placement));
        nameless.values().removeIf(name -> LabelValue.of(name).isPresent());
        return nameless.isEmpty()
                ? Optional.empty()
                : Optional.of(new Reason(
                        VsphereReason.LABEL_INVALID,
                        nameless.entrySet().stream()
                                .map(entry -> "label %s can't name \"%s\": there is neither letter nor digit in it"
                                        .formatted(entry.getKey(), entry.getValue()))
                                .collect(Collectors.joining("; "))));
    }

    /// The names of the places that are wanted, by the key of their label.
    private Map<String, String> names(Placement placement) {
        var names = new HashMap<String, String>();
        keys.forEach((kind, key) -> place(kind, placement)
                .filter(place -> !place.name().equals(place.moref()))
                .ifPresent(place -> names.put(key, plain(place.name()))));
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

    /// Behind the VM and the vApps it may be in. A path that leads on through a pool ends in the folders of hosts,
    /// which are not meant.
    private static Optional<InventoryObject> folder(List<InventoryObject> path) {
        return path.stream()
                .dropWhile(place -> Set.of("VirtualMachine", "VirtualApp").contains(place.kind()))
                .findFirst()
                .filter(place -> place.kind().equals("Folder"));
    }

    /// From the vSphere API, ManagedEntity.name: three characters of names are escaped.
    private static String plain(String name) {
        return name.replaceAll("(?i)%2f", "/").replaceAll("(?i)%5c", "\\\\").replace("%25", "%");
    }
}
