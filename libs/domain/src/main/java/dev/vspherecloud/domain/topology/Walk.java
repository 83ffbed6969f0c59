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

/// One walk up from a VM in search of its zone and region, place by place. See [TopologyPolicy].
///
/// Threads: confined to one choice.
final class Walk {
    private final Placement placement;
    private final TopologyRules rules;
    private final List<WayUp> ways;
    private final Travelogue log;
    private final Set<InventoryObject> seen = new HashSet<>();
    private Gathered gathered;

    Walk(Placement placement, TopologyRules rules) {
        this.placement = placement;
        this.rules = rules;
        this.ways = rules.mode() == Mode.COMPATIBLE ? WayUp.threeOf(placement) : WayUp.vmFirst(placement);
        this.log = new Travelogue(ways);
        this.gathered = Gathered.nothing(rules.categories());
    }

    TopologyChoice choose() {
        List<String> unseen = rules.categories().names().stream()
                .filter(placement.unseenCategories()::contains)
                .toList();
        if (!unseen.isEmpty()) {
            // No object shows a tag of them, so whatever the walk would come to says nothing.
            return unknown(TopologyReasons.unseen(unseen), "the category can't be seen");
        }
        for (WayUp way : ways) {
            Optional<TopologyChoice> end = climb(way);
            if (end.isPresent()) {
                return end.get();
            }
        }
        return nothingMore();
    }

    /// @return what the walk ends with; empty when this path does not end it
    private Optional<TopologyChoice> climb(WayUp way) {
        if (way.isHidden()) {
            return Optional.of(unknown(TopologyReasons.noBeginning(way), "what comes before can't be read"));
        }
        for (InventoryObject place : way.places()) {
            Optional<TopologyChoice> end = lookAt(place);
            if (end.isPresent()) {
                return end;
            }
        }
        if (rules.mode() == Mode.COMPATIBLE && !way.places().isEmpty()) {
            log.add("here the path ends, without a tag of " + String.join(" or ", gathered.missing()));
            gathered = Gathered.nothing(rules.categories());
        }
        return Optional.empty();
    }

    private Optional<TopologyChoice> lookAt(InventoryObject place) {
        if (rules.mode() == Mode.NEAREST && !seen.add(place)) {
            log.note("looked at already");
            return Optional.empty();
        }
        return switch (PlaceTags.of(place, rules.categories(), decisive())) {
            case PlaceTags.Clear(List<Tag> tags) -> {
                take(tags);
                yield gathered.isComplete() ? Optional.of(chosen()) : Optional.empty();
            }
            case PlaceTags.Awaited() -> Optional.of(new Awaited());
            case PlaceTags.Unclear(Reason reason) -> {
                log.note(reason.message());
                yield Optional.of(unknown(reason, "what comes before is not clear"));
            }
        };
    }

    /// The categories of which two tags on one place would make a difference.
    private List<String> decisive() {
        return switch (rules.mode()) {
            case COMPATIBLE -> rules.categories().names();
            case NEAREST -> gathered.missing();
        };
    }

    private void take(List<Tag> tags) {
        Gathered.Step step =
                switch (rules.mode()) {
                    case COMPATIBLE -> gathered.overwrittenBy(tags);
                    case NEAREST -> gathered.completedBy(tags);
                };
        log.note(step.words().isEmpty() ? "no tag of a category that counts" : String.join(", ", step.words()));
        gathered = step.after();
    }

    private TopologyChoice nothingMore() {
        return switch (rules.mode()) {
            case COMPATIBLE -> new Untagged(TopologyReasons.noPathHasAll(rules.categories(), ways), log.end(""));
            case NEAREST ->
                rules.required()
                        ? new Untagged(TopologyReasons.noPlaceHas(gathered.missing(), ways), log.end(""))
                        : chosen();
        };
    }

    private TopologyChoice chosen() {
        Optional<String> odd = Stream.of(gathered.zone(), gathered.region())
                .flatMap(Optional::stream)
                .filter(value -> !LabelSyntax.isValue(value))
                .findFirst();
        List<PlaceVerdict> verdicts = log.end("nothing was missing any more");
        return odd.<TopologyChoice>map(value -> new Unknown(TopologyReasons.noLabel(value), verdicts))
                .orElseGet(() -> new Chosen(gathered.zone(), gathered.region(), verdicts));
    }

    private TopologyChoice unknown(Reason reason, String why) {
        return new Unknown(reason, log.end(why));
    }
}
