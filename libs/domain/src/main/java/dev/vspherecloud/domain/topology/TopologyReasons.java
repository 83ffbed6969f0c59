package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import java.util.List;
import java.util.stream.Collectors;

/// Creates the reasons why the zone or region of a Node is not known.
final class TopologyReasons {
    private TopologyReasons() {}

    static Reason unread(InventoryObject place, String why) {
        return new Reason(VsphereReason.TAGS_UNREAD, "the tags of %s could not be read: %s".formatted(place, why));
    }

    static Reason hidden(InventoryObject place) {
        return new Reason(
                VsphereReason.PLACE_UNREADABLE,
                ("the account may not read %s, so its tags and what is above it are not known;"
                                + " give the account the role Read-only on it")
                        .formatted(place));
    }

    static Reason noBeginning(AncestorPath way) {
        return new Reason(
                VsphereReason.PLACE_UNREADABLE,
                "vCenter names no %s of the VM, which it does when the account may not read it; give it the role Read-only on it"
                        .formatted(way.name()));
    }

    static Reason ambiguous(InventoryObject place, String category, List<String> names) {
        return new Reason(
                VsphereReason.TAG_AMBIGUOUS,
                "%s has %d tags of category \"%s\" (%s) and it is not clear which one counts; leave one of them"
                        .formatted(place, names.size(), category, String.join(", ", names)));
    }

    static Reason unseen(List<String> categories) {
        return new Reason(
                VsphereReason.CATEGORY_MISSING,
                ("vCenter shows no tag category %s: it was renamed or deleted, or the account lacks the right to read it,"
                                + " which looks the same")
                        .formatted(quoted(categories, " and no ")));
    }

    static Reason noLabel(String value) {
        return new Reason(
                VsphereReason.ZONE_INVALID,
                "the tag \"%s\" can't be a label: 1 to 63 letters, digits, '-', '_' or '.' are allowed; rename it"
                        .formatted(value));
    }

    static Reason noPathHasAll(TopologyCategories categories, List<AncestorPath> ways) {
        List<String> names = categories.names();
        return new Reason(
                VsphereReason.ZONE_MISSING,
                "no path up from the VM has %s; tags are on: %s"
                        .formatted(
                                names.size() == 1
                                        ? "a tag of category " + quoted(names, "")
                                        : "tags of both categories " + quoted(names, " and "),
                                tagged(ways)));
    }

    static Reason noPlaceHas(List<String> categories, List<AncestorPath> ways) {
        return new Reason(
                VsphereReason.ZONE_MISSING,
                "neither the VM nor any place above it has a tag of category %s; tags are on: %s"
                        .formatted(quoted(categories, " or of "), tagged(ways)));
    }

    private static String quoted(List<String> names, String between) {
        return names.stream().map("\"%s\""::formatted).collect(Collectors.joining(between));
    }

    private static String tagged(List<AncestorPath> ways) {
        String tagged = AncestorPath.places(ways)
                .filter(place -> !tags(place).isEmpty())
                .distinct()
                .map(place -> place
                        + tags(place).stream()
                                .map(tag -> tag.category() + "=" + tag.name())
                                .collect(Collectors.joining(", ", " (", ")")))
                .collect(Collectors.joining(", "));
        return tagged.isEmpty() ? "none of them" : tagged;
    }

    private static List<Tag> tags(InventoryObject place) {
        return place.tags() instanceof TagState.Read(List<Tag> tags) ? tags : List.of();
    }
}
