package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.topology.TopologyChoice.Chosen;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds a Node's zone and region in the tags above its VM. Pure.
///
/// Three paths lead up from a VM: host, resource pool, folder. The first path that yields a value of each configured
/// category decides. On a path the nearest object with a tag of the category wins; of two tags of one category on one
/// object the first by name.
///
/// Rule from: cloud-provider-vsphere, connectionmanager/zones.go; differs: there a farther object may overwrite a
/// nearer one and an error on one path lets another decide. Here unread tags decide nothing.
public final class TopologyPolicy {
    /// From the Kubernetes API conventions, "Labels": what a label's value may be.
    private static final Pattern LABEL_VALUE = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");

    private TopologyPolicy() {}

    /// The zone and region of a VM with this placement.
    public static TopologyChoice choose(Placement placement, TopologyRules rules) {
        TopologyCategories categories = rules.categories();
        for (List<InventoryObject> path : paths(placement)) {
            var unread = unread(path);
            if (unread.isPresent()) {
                return unread.get();
            }
            Optional<String> zone = categories.zone().flatMap(category -> nearest(path, category));
            Optional<String> region = categories.region().flatMap(category -> nearest(path, category));
            if (zone.isPresent() == categories.zone().isPresent()
                    && region.isPresent() == categories.region().isPresent()) {
                return checked(new Chosen(zone, region, List.of()));
            }
        }
        return none(ReasonCode.ZONE_MISSING, missingMessage(placement, categories));
    }

    private static List<List<InventoryObject>> paths(Placement placement) {
        return List.of(placement.hostPath(), placement.poolPath(), placement.folderPath());
    }

    private static Optional<TopologyChoice> unread(List<InventoryObject> path) {
        for (InventoryObject place : path) {
            switch (place.tags()) {
                case TagReading.Read _ -> {}
                case TagReading.Awaited() -> {
                    return Optional.of(new TopologyChoice.Awaited());
                }
                case TagReading.Failed(String why) -> {
                    return Optional.of(
                            none(ReasonCode.TAGS_UNREAD, "the tags of %s could not be read: %s".formatted(place, why)));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> nearest(List<InventoryObject> path, String category) {
        return path.stream()
                .map(place -> valueOn(place, category))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> valueOn(InventoryObject place, String category) {
        return tagsOf(place).stream()
                .filter(tag -> tag.category().equals(category))
                .map(Tag::name)
                .sorted()
                .findFirst();
    }

    private static List<Tag> tagsOf(InventoryObject place) {
        return place.tags() instanceof TagReading.Read(List<Tag> tags) ? tags : List.of();
    }

    private static TopologyChoice checked(Chosen chosen) {
        return Stream.of(chosen.zone(), chosen.region())
                .flatMap(Optional::stream)
                .filter(value -> !LABEL_VALUE.matcher(value).matches())
                .findFirst()
                .<TopologyChoice>map(value -> none(
                        ReasonCode.ZONE_INVALID,
                        "the tag \"%s\" can't be a label: 1 to 63 letters, digits, '-', '_' or '.' are allowed; rename it"
                                .formatted(value)))
                .orElse(chosen);
    }

    private static String missingMessage(Placement placement, TopologyCategories categories) {
        var looked = new ArrayList<InventoryObject>(placement.hostPath());
        return "no path above the VM has a tag of %s; looked from the host up: %s"
                .formatted(
                        named(categories),
                        looked.isEmpty()
                                ? "the VM has no host"
                                : looked.stream().map(TopologyPolicy::withTags).collect(Collectors.joining(", ")));
    }

    private static String named(TopologyCategories categories) {
        List<String> named = Stream.of(
                        categories.zone().map("\"%s\" (zone)"::formatted),
                        categories.region().map("\"%s\" (region)"::formatted))
                .flatMap(Optional::stream)
                .toList();
        return (named.size() == 1 ? "category " : "both categories ") + String.join(" and ", named);
    }

    private static String withTags(InventoryObject place) {
        List<Tag> tags = tagsOf(place);
        return tags.isEmpty()
                ? place + " (no tags)"
                : place
                        + tags.stream()
                                .map(tag -> tag.category() + "=" + tag.name())
                                .collect(Collectors.joining(", ", " (", ")"));
    }

    private static TopologyChoice none(ReasonCode code, String message) {
        return new TopologyChoice.Unknown(new Reason(code, message), List.of());
    }
}
