package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.label.LabelSyntax;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.topology.TopologyChoice.Awaited;
import dev.vspherecloud.domain.topology.TopologyChoice.Chosen;
import dev.vspherecloud.domain.topology.TopologyChoice.Unknown;
import dev.vspherecloud.domain.topology.TopologyChoice.Untagged;
import dev.vspherecloud.domain.topology.TopologyRules.Mode;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Tag;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Searches the tags on a VM and on the objects above it for zone and region. See [TopologyPolicy].
///
/// Threads: confined to one choice.
final class TagSearch {
    private final Placement placement;
    private final TopologyRules rules;
    private final List<AncestorPath> ways;
    private final SearchTrace log;
    private final Set<InventoryObject> seen = new HashSet<>();
    private ZoneAndRegion zoneAndRegion;

    TagSearch(Placement placement, TopologyRules rules) {
        this.placement = placement;
        this.rules = rules;
        this.ways = rules.mode() == Mode.COMPATIBLE ? AncestorPath.threeOf(placement) : AncestorPath.vmFirst(placement);
        this.log = new SearchTrace(ways);
        this.zoneAndRegion = ZoneAndRegion.nothing(rules.categories());
    }

    TopologyChoice choose() {
        List<String> unseen = rules.categories().names().stream()
                .filter(placement.unseenCategories()::contains)
                .toList();
        if (!unseen.isEmpty()) {
            // vCenter shows no tag of these categories on any object, so a search would prove nothing.
            return unknown(TopologyReasons.unseen(unseen), "vCenter does not show the tag category");
        }
        for (AncestorPath way : ways) {
            Optional<TopologyChoice> end = climb(way);
            if (end.isPresent()) {
                return end.get();
            }
        }
        return nothingMore();
    }

    /// Searches one path.
    ///
    /// @return the result of the search; empty if this path does not end it
    private Optional<TopologyChoice> climb(AncestorPath way) {
        if (way.isHidden()) {
            return Optional.of(unknown(TopologyReasons.noBeginning(way), "an object before it cannot be read"));
        }
        for (InventoryObject place : way.places()) {
            Optional<TopologyChoice> end = lookAt(place);
            if (end.isPresent()) {
                return end;
            }
        }
        if (rules.mode() == Mode.COMPATIBLE && !way.places().isEmpty()) {
            log.add("the path ends here, without a tag of " + String.join(" or ", zoneAndRegion.missing()));
            zoneAndRegion = ZoneAndRegion.nothing(rules.categories());
        }
        return Optional.empty();
    }

    private Optional<TopologyChoice> lookAt(InventoryObject place) {
        if (rules.mode() == Mode.NEAREST && !seen.add(place)) {
            log.note("evaluated before, on another path");
            return Optional.empty();
        }
        return switch (AncestorTags.of(place, rules.categories(), decisive())) {
            case AncestorTags.Clear(List<Tag> tags) -> {
                take(tags);
                yield zoneAndRegion.isComplete() ? Optional.of(chosen()) : Optional.empty();
            }
            case AncestorTags.Awaited() -> Optional.of(new Awaited());
            case AncestorTags.Unclear(Reason reason) -> {
                log.note(reason.message());
                yield Optional.of(unknown(reason, "the tags of an object before it are not clear"));
            }
        };
    }

    /// Returns the categories in which two tags on one object would be ambiguous.
    private List<String> decisive() {
        return switch (rules.mode()) {
            case COMPATIBLE -> rules.categories().names();
            case NEAREST -> zoneAndRegion.missing();
        };
    }

    private void take(List<Tag> tags) {
        ZoneAndRegion.Step step =
                switch (rules.mode()) {
                    case COMPATIBLE -> zoneAndRegion.overwrittenBy(tags);
                    case NEAREST -> zoneAndRegion.completedBy(tags);
                };
        log.note(step.words().isEmpty() ? "no tag of a configured category" : String.join(", ", step.words()));
        zoneAndRegion = step.after();
    }

    private TopologyChoice nothingMore() {
        return switch (rules.mode()) {
            case COMPATIBLE -> new Untagged(TopologyReasons.noPathHasAll(rules.categories(), ways), log.end(""));
            case NEAREST ->
                rules.required()
                        ? new Untagged(TopologyReasons.noPlaceHas(zoneAndRegion.missing(), ways), log.end(""))
                        : chosen();
        };
    }

    private TopologyChoice chosen() {
        Optional<String> odd = Stream.of(zoneAndRegion.zone(), zoneAndRegion.region())
                .flatMap(Optional::stream)
                .filter(value -> !LabelSyntax.isValue(value))
                .findFirst();
        List<AncestorVerdict> verdicts = log.end("zone and region were complete");
        return odd.<TopologyChoice>map(value -> new Unknown(TopologyReasons.noLabel(value), verdicts))
                .orElseGet(() -> new Chosen(zoneAndRegion.zone(), zoneAndRegion.region(), verdicts));
    }

    private TopologyChoice unknown(Reason reason, String why) {
        return new Unknown(reason, log.end(why));
    }
}
