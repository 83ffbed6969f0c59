package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The zone and region that a search has found so far.
///
/// @param zone   the zone; empty if not found, or if no category for zones is configured
/// @param region the region; empty if not found, or if no category for regions is configured
record ZoneAndRegion(TopologyCategories categories, Optional<String> zone, Optional<String> region) {

    /// The result of evaluating the tags of one object.
    ///
    /// @param after the zone and region found so far
    /// @param texts for messages: which value each tag set
    record Step(ZoneAndRegion after, List<String> texts) {}

    static ZoneAndRegion empty(TopologyCategories categories) {
        return new ZoneAndRegion(categories, Optional.empty(), Optional.empty());
    }

    boolean isComplete() {
        return missing().isEmpty();
    }

    /// Returns the configured tag categories that have no value yet.
    List<String> missing() {
        var missing = new ArrayList<String>();
        categories.zone().filter(_ -> zone.isEmpty()).ifPresent(missing::add);
        categories.region().filter(_ -> region.isEmpty()).ifPresent(missing::add);
        return missing;
    }

    /// Uses the tags in order until no value is missing. A later tag of a category replaces an earlier one.
    Step overwriteWith(List<Tag> tags) {
        ZoneAndRegion now = this;
        var texts = new ArrayList<String>();
        for (Tag tag : tags) {
            if (now.isComplete()) {
                texts.add(text(tag) + " is not used: zone and region were complete");
            } else {
                texts.add("uses " + text(tag) + now.replacementText(tag));
                now = now.with(tag);
            }
        }
        return new Step(now, texts);
    }

    /// Uses only the tags of categories that have no value yet.
    Step completeWith(List<Tag> tags) {
        ZoneAndRegion now = this;
        var texts = new ArrayList<String>();
        for (Tag tag : tags) {
            boolean isMissing = now.missing().contains(tag.category());
            texts.add(isMissing ? "uses " + text(tag) : text(tag) + " is not used: a nearer tag was found");
            now = isMissing ? now.with(tag) : now;
        }
        return new Step(now, texts);
    }

    private ZoneAndRegion with(Tag tag) {
        Optional<String> value = Optional.of(tag.name());
        return new ZoneAndRegion(categories, isZone(tag) ? value : zone, isRegion(tag) ? value : region);
    }

    private String replacementText(Tag tag) {
        return (isZone(tag) ? zone : region)
                .map(" instead of \"%s\""::formatted)
                .orElse("");
    }

    private boolean isZone(Tag tag) {
        return categories.zone().equals(Optional.of(tag.category()));
    }

    private boolean isRegion(Tag tag) {
        return categories.region().equals(Optional.of(tag.category()));
    }

    private static String text(Tag tag) {
        return tag.category() + "=" + tag.name();
    }
}
