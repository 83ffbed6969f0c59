package dev.vspherecloud.csi.domain.topology;

import dev.vspherecloud.domain.label.LabelSyntax;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reads the value of each category from the tags on a host and the objects above it. The nearest tag wins. Pure.
///
/// Rule from: csi 2.5. Differs: in vsphere-csi-driver a higher tag replaces a lower one, unless all categories have
/// values by then.
final class TagWalk {
    private final List<TopologyCategory> categories;

    /// The value of each category, and the object that has its tag.
    private final Map<String, Found> found = new TreeMap<>();

    private final List<String> remarks = new ArrayList<>();

    private record Found(String value, InventoryObject object) {}

    /// The values, or why they are not known.
    sealed interface Result {
        /// @param values by label key
        record Complete(Map<String, String> values, List<String> remarks) implements Result {}

        record Incomplete(NodeTopologyDecision reason) implements Result {}
    }

    private TagWalk(List<TopologyCategory> categories) {
        this.categories = categories;
    }

    /// Searches the tags.
    ///
    /// @param path   the host and the objects above it, nearest first
    /// @param unseen the categories that vCenter does not show
    static Result search(List<InventoryObject> path, List<TopologyCategory> categories, List<String> unseen) {
        return new TagWalk(categories).search(path, unseen);
    }

    private Result search(List<InventoryObject> path, List<String> unseen) {
        List<String> hidden = categories.stream()
                .map(TopologyCategory::name)
                .filter(unseen::contains)
                .toList();
        if (!hidden.isEmpty()) {
            return error(
                    "found no tag category %s in vCenter, expected it; create it, or give the account System.Read on it"
                            .formatted(String.join(", ", hidden)));
        }
        if (path.isEmpty()) {
            return error("found no host of the VM, expected one; give the account System.Read on the hosts");
        }
        for (InventoryObject object : path) {
            switch (object.tags()) {
                case TagState.Read(List<Tag> tags) -> {
                    List<String> ambiguous = apply(object, tags);
                    if (!ambiguous.isEmpty()) {
                        return error(String.join("; ", ambiguous));
                    }
                }
                case TagState.Awaited() -> {
                    return notKnown("the tags of %s are being read".formatted(object));
                }
                case TagState.Failed(String why) -> {
                    return notKnown("the tags of %s cannot be read: %s".formatted(object, why));
                }
                case TagState.Hidden() -> {
                    return error("found an object above the VM that the account may not read, expected System.Read on"
                            + " all objects above it; give the account the privilege on " + object);
                }
            }
        }
        return result(path);
    }

    /// Takes over the tags of an object.
    ///
    /// @return the categories of which the object has several tags, as sentences
    private List<String> apply(InventoryObject object, List<Tag> tags) {
        var ambiguous = new ArrayList<String>();
        for (TopologyCategory category : categories) {
            List<String> names = tags.stream()
                    .filter(tag -> tag.category().equals(category.name()))
                    .map(Tag::name)
                    .distinct()
                    .sorted()
                    .toList();
            Found before = found.get(category.name());
            if (before != null) {
                names.stream()
                        .filter(name -> !name.equals(before.value()))
                        .forEach(name -> remarks.add(
                                "category %s: found the tag %s on %s, which is nearer than %s on %s, so it wins; remove one of them"
                                        .formatted(category.name(), before.value(), before.object(), name, object)));
            } else if (names.size() > 1) {
                ambiguous.add("category %s: found the tags %s on %s, expected one; remove the others"
                        .formatted(category.name(), String.join(", ", names), object));
            } else if (names.size() == 1) {
                found.put(category.name(), new Found(names.getFirst(), object));
            }
        }
        return ambiguous;
    }

    private Result result(List<InventoryObject> path) {
        List<String> missing = categories.stream()
                .map(TopologyCategory::name)
                .filter(name -> !found.containsKey(name))
                .toList();
        if (!missing.isEmpty()) {
            return error(
                    "found no tag of category %s on %s or above it, expected one; attach it to the host, its cluster, a folder or the datacenter"
                            .formatted(String.join(", ", missing), path.getFirst()));
        }
        var values = new TreeMap<String, String>();
        for (TopologyCategory category : categories) {
            Found value = found.get(category.name());
            if (value != null && !LabelSyntax.isValue(value.value())) {
                return error(
                        "found the tag %s of category %s on %s, expected letters, digits, \"-\", \"_\" and \".\", with a letter or digit at both ends; rename it"
                                .formatted(value.value(), category.name(), value.object()));
            }
            if (value != null) {
                values.put(category.labelKey(), value.value());
            }
        }
        return new Result.Complete(values, remarks);
    }

    /// Returns the names of values for messages.
    static String text(Map<String, String> values) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static Result error(String message) {
        return new Result.Incomplete(new NodeTopologyDecision.Refused(message));
    }

    private static Result notKnown(String why) {
        return new Result.Incomplete(new NodeTopologyDecision.NotKnown(why));
    }
}
