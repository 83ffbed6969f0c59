package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import java.util.Collection;
import java.util.List;

/// The tags of one inventory object, as far as they matter for zone and region.
sealed interface AncestorTags {
    /// The tags are known and not ambiguous.
    ///
    /// @param tags the tags of the configured categories, in the order in which vCenter lists them. There is at
    ///     most one of each category that is still to be decided
    record Clear(List<Tag> tags) implements AncestorTags {}

    record Awaited() implements AncestorTags {}

    record Unclear(Reason reason) implements AncestorTags {}

    /// Evaluates the tags of one object.
    ///
    /// @param missing the categories in which two tags on one object are ambiguous
    static AncestorTags of(InventoryObject place, TopologyCategories categories, Collection<String> missing) {
        return switch (place.tags()) {
            case TagState.Read(List<Tag> all) -> {
                List<Tag> tags = all.stream()
                        .distinct()
                        .filter(tag -> categories.names().contains(tag.category()))
                        .toList();
                yield missing.stream()
                        .filter(category -> named(tags, category).size() > 1)
                        .findFirst()
                        .<AncestorTags>map(category ->
                                new Unclear(TopologyReasons.ambiguous(place, category, named(tags, category))))
                        .orElseGet(() -> new Clear(tags));
            }
            case TagState.Awaited() -> new Awaited();
            case TagState.Failed(String why) -> new Unclear(TopologyReasons.tagsUnread(place, why));
            case TagState.Hidden() -> new Unclear(TopologyReasons.hidden(place));
        };
    }

    private static List<String> named(List<Tag> tags, String category) {
        return tags.stream()
                .filter(tag -> tag.category().equals(category))
                .map(Tag::name)
                .sorted()
                .toList();
    }
}
