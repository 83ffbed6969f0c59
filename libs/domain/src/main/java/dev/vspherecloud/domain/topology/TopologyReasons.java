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

    static Reason tagsUnread(InventoryObject place, String why) {
        return new Reason(VsphereReason.TAGS_UNREAD, "cannot read the tags of %s: %s".formatted(place, why));
    }

    static Reason hidden(InventoryObject place) {
        return new Reason(
                VsphereReason.PLACE_UNREADABLE,
                ("the vCenter account may not read %s, so its tags and the objects above it are not known;"
                                + " give the account the role Read-only on it")
                        .formatted(place));
    }

    static Reason pathHidden(AncestorPath path) {
        return new Reason(
                VsphereReason.PLACE_UNREADABLE,
                "vCenter does not name the %1$s of the VM, because the vCenter account may not read it; give the account the role Read-only on the %1$s"
                        .formatted(path.name()));
    }

    static Reason ambiguous(InventoryObject place, String category, List<String> names) {
        return new Reason(
                VsphereReason.TAG_AMBIGUOUS,
                "%s: found %d tags of category \"%s\" (%s), expected one; detach the others"
                        .formatted(place, names.size(), category, String.join(", ", names)));
    }

    static Reason categoriesHidden(List<String> categories) {
        return new Reason(
                VsphereReason.CATEGORY_MISSING,
                ("vCenter shows no tag category %s: it does not exist, or the account may not read it; correct section labels,"
                                + " or give the account the role Read-only on the vCenter")
                        .formatted(quoted(categories, " and no ")));
    }

    static Reason invalidLabelValue(String value) {
        return new Reason(
                VsphereReason.ZONE_INVALID,
                "tag \"%s\" is not a valid label value: expected 1 to 63 letters, digits, '-', '_' or '.'; rename the tag"
                        .formatted(value));
    }

    static Reason noPathHasAll(TopologyCategories categories, List<AncestorPath> paths) {
        List<String> names = categories.names();
        return new Reason(
                VsphereReason.ZONE_MISSING,
                "no path above the VM has %s; found %s. Attach the missing tags"
                        .formatted(
                                names.size() == 1
                                        ? "a tag of category " + quoted(names, "")
                                        : "tags of both categories " + quoted(names, " and "),
                                tagged(paths)));
    }

    static Reason noAncestorHas(List<String> categories, List<AncestorPath> paths) {
        return new Reason(
                VsphereReason.ZONE_MISSING,
                "neither the VM nor any object above it has a tag of category %s; found %s. Attach the missing tags"
                        .formatted(quoted(categories, " or of "), tagged(paths)));
    }

    private static String quoted(List<String> names, String between) {
        return names.stream().map("\"%s\""::formatted).collect(Collectors.joining(between));
    }

    private static String tagged(List<AncestorPath> paths) {
        String tagged = AncestorPath.places(paths)
                .filter(place -> !tags(place).isEmpty())
                .distinct()
                .map(place -> place
                        + tags(place).stream()
                                .map(tag -> tag.category() + "=" + tag.name())
                                .collect(Collectors.joining(", ", " (", ")")))
                .collect(Collectors.joining(", "));
        return tagged.isEmpty() ? "no tags" : "tags on " + tagged;
    }

    private static List<Tag> tags(InventoryObject place) {
        return place.tags() instanceof TagState.Read(List<Tag> tags) ? tags : List.of();
    }
}
