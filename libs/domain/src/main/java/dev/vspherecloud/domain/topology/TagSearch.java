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
/// Threads: one; each choice has its own search.
final class TagSearch {
    private final Placement placement;
    private final TopologyRules rules;
    private final List<AncestorPath> paths;
    private final SearchTrace trace;
    private final Set<InventoryObject> visited = new HashSet<>();
    private ZoneAndRegion zoneAndRegion;

    TagSearch(Placement placement, TopologyRules rules) {
        this.placement = placement;
        this.rules = rules;
        this.paths = rules.mode() == Mode.COMPATIBLE
                ? AncestorPath.hostPoolAndFolder(placement)
                : AncestorPath.startingAtVm(placement);
        this.trace = new SearchTrace(paths);
        this.zoneAndRegion = ZoneAndRegion.empty(rules.categories());
    }

    TopologyChoice choose() {
        List<String> unseen = rules.categories().names().stream()
                .filter(placement.unseenCategories()::contains)
                .toList();
        if (!unseen.isEmpty()) {
            // vCenter shows no tag of these categories on any object, so a search would prove nothing.
            return unknown(TopologyReasons.categoriesHidden(unseen), "vCenter does not show the tag category");
        }
        for (AncestorPath path : paths) {
            Optional<TopologyChoice> result = searchPath(path);
            if (result.isPresent()) {
                return result.get();
            }
        }
        return finish();
    }

    /// Searches the objects of one path.
    ///
    /// @return the result of the whole search; empty if the search must continue with the next path
    private Optional<TopologyChoice> searchPath(AncestorPath path) {
        if (path.isHidden()) {
            return Optional.of(unknown(TopologyReasons.pathHidden(path), "an object before it cannot be read"));
        }
        for (InventoryObject place : path.places()) {
            Optional<TopologyChoice> result = evaluateAncestor(place);
            if (result.isPresent()) {
                return result;
            }
        }
        if (rules.mode() == Mode.COMPATIBLE && !path.places().isEmpty()) {
            trace.addNote("the path ends here, without a tag of " + String.join(" or ", zoneAndRegion.missing()));
            zoneAndRegion = ZoneAndRegion.empty(rules.categories());
        }
        return Optional.empty();
    }

    private Optional<TopologyChoice> evaluateAncestor(InventoryObject place) {
        if (rules.mode() == Mode.NEAREST && !visited.add(place)) {
            trace.addEffect("evaluated before, on another path");
            return Optional.empty();
        }
        return switch (AncestorTags.of(place, rules.categories(), decisiveCategories())) {
            case AncestorTags.Clear(List<Tag> tags) -> {
                apply(tags);
                yield zoneAndRegion.isComplete() ? Optional.of(chosen()) : Optional.empty();
            }
            case AncestorTags.Awaited() -> Optional.of(new Awaited());
            case AncestorTags.Unclear(Reason reason) -> {
                trace.addEffect(reason.message());
                yield Optional.of(unknown(reason, "the tags of an object before it are not clear"));
            }
        };
    }

    /// Returns the categories in which two tags on one object would be ambiguous.
    private List<String> decisiveCategories() {
        return switch (rules.mode()) {
            case COMPATIBLE -> rules.categories().names();
            case NEAREST -> zoneAndRegion.missing();
        };
    }

    private void apply(List<Tag> tags) {
        ZoneAndRegion.Step step =
                switch (rules.mode()) {
                    case COMPATIBLE -> zoneAndRegion.overwriteWith(tags);
                    case NEAREST -> zoneAndRegion.completeWith(tags);
                };
        trace.addEffect(String.join(", ", step.texts()));
        zoneAndRegion = step.after();
    }

    private TopologyChoice finish() {
        return switch (rules.mode()) {
            case COMPATIBLE -> new Untagged(TopologyReasons.noPathHasAll(rules.categories(), paths), trace.finish(""));
            case NEAREST ->
                rules.required()
                        ? new Untagged(TopologyReasons.noAncestorHas(zoneAndRegion.missing(), paths), trace.finish(""))
                        : chosen();
        };
    }

    private TopologyChoice chosen() {
        Optional<String> invalidValue = Stream.of(zoneAndRegion.zone(), zoneAndRegion.region())
                .flatMap(Optional::stream)
                .filter(value -> !LabelSyntax.isValue(value))
                .findFirst();
        List<AncestorVerdict> verdicts = trace.finish("zone and region were complete");
        return invalidValue
                .<TopologyChoice>map(value -> new Unknown(TopologyReasons.invalidLabelValue(value), verdicts))
                .orElseGet(() -> new Chosen(zoneAndRegion.zone(), zoneAndRegion.region(), verdicts));
    }

    private TopologyChoice unknown(Reason reason, String why) {
        return new Unknown(reason, trace.finish(why));
    }
}
