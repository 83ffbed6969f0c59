package dev.vspherecloud.domain.topology;

import static dev.vspherecloud.domain.Fixtures.ZONES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that [TopologyPolicy] and [NaiveZones] agree on random inventories. They have few places so that many
/// have tags.
class RandomTreesTest {
    private static final int TREES = 100_000;

    private final Random random = new Random(5_5);
    private final Map<String, Integer> outcomes = new TreeMap<>();

    /// Properties of a tree for which cloud-provider-vsphere (Go) guesses a result.
    private boolean hasUnread;
    private boolean hasTwoOfOneCategory;
    private boolean hasNoPool;

    @Test
    void anUnambiguousTreeGivesTheResultOfCloudProviderVsphere() {
        for (int i = 0; i < TREES; i++) {
            NaiveZones.Machine vm = tree(false);

            String found = summary(choose(vm));

            assertThat(found).as("%s", vm).isEqualTo(NaiveZones.find(vm, "k8s-zone", "k8s-region"));
            count(found);
        }
        assertThat(outcomes.getOrDefault("error", 0)).isBetween(TREES / 10, TREES / 2);
    }

    @Test
    void anAmbiguousTreeIsReportedAndNeverGuessed() {
        for (int i = 0; i < TREES; i++) {
            NaiveZones.Machine vm = tree(true);

            String found = summary(choose(vm));

            switch (found) {
                case "TagsUnread" -> assertThat(hasUnread).isTrue();
                case "TagAmbiguous" -> assertThat(hasTwoOfOneCategory).isTrue();
                case "PlaceUnreadable" -> assertThat(hasNoPool).isTrue();
                default -> assertThat(found).as("%s", vm).isEqualTo(NaiveZones.find(vm, "k8s-zone", "k8s-region"));
            }
            count(found);
        }
        assertThat(outcomes.keySet()).contains("TagsUnread", "TagAmbiguous", "PlaceUnreadable", "error");
    }

    @Test
    void everyPlaceOfEveryPathHasOneVerdict() {
        for (int i = 0; i < 10_000; i++) {
            Placement placement = placement(tree(true));
            for (TopologyRules.Mode mode : TopologyRules.Mode.values()) {
                var choice = TopologyPolicy.choose(
                        placement, new TopologyRules(ZONES.categories(), mode, random.nextBoolean()));

                List<InventoryObject> places =
                        choice.verdicts().stream().map(AncestorVerdict::place).toList();
                assertThat(places)
                        .containsExactlyInAnyOrderElementsOf(
                                Stream.of(placement.hostPath(), placement.poolPath(), placement.folderPath())
                                        .flatMap(List::stream)
                                        .toList());
            }
        }
    }

    /// Returns a VM with a datacenter in up to two folders, a host in a cluster, nested pools and nested VM
    /// folders.
    private NaiveZones.Machine tree(boolean withFlaws) {
        hasUnread = false;
        hasTwoOfOneCategory = false;
        hasNoPool = withFlaws && chance(0.05);
        NaiveZones.Place root = place("Folder", "root", null, withFlaws);
        NaiveZones.Place datacenter = place("Datacenter", "dc", nested("Folder", root, 2, withFlaws), withFlaws);
        NaiveZones.Place hosts = place("Folder", "hosts", datacenter, withFlaws);
        NaiveZones.Place cluster =
                place("ClusterComputeResource", "cluster", nested("Folder", hosts, 1, withFlaws), withFlaws);
        NaiveZones.Place pool = nested("ResourcePool", place("ResourcePool", "pool", cluster, withFlaws), 2, withFlaws);
        NaiveZones.Place folder = nested("Folder", place("Folder", "vms", datacenter, withFlaws), 2, withFlaws);
        boolean isInVapp = chance(0.2);
        return new NaiveZones.Machine(
                place("HostSystem", "host", cluster, withFlaws),
                hasNoPool ? null : pool,
                place("VirtualMachine", "vm", isInVapp ? pool : folder, withFlaws));
    }

    private NaiveZones.Place nested(String kind, NaiveZones.Place top, int most, boolean withFlaws) {
        NaiveZones.Place place = top;
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            place = place(kind, kind + i, place, withFlaws);
        }
        return place;
    }

    private NaiveZones.Place place(String kind, String name, NaiveZones.@Nullable Place parent, boolean withFlaws) {
        if (withFlaws && chance(0.02)) {
            hasUnread = true;
            return new NaiveZones.Place(kind, name, parent, null);
        }
        var tags = new ArrayList<String>();
        for (String category : List.of("k8s-zone", "k8s-region", "k8s-Zone", "backup")) {
            boolean isThere = chance(0.12);
            if (isThere) {
                tags.add(category + "=" + (char) ('a' + random.nextInt(4)));
            }
            if (isThere && withFlaws && chance(0.1)) {
                hasTwoOfOneCategory = true;
                tags.add(category + "=" + (char) ('e' + random.nextInt(4)));
            }
        }
        Collections.shuffle(tags, random);
        return new NaiveZones.Place(kind, name, parent, tags);
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    private static TopologyChoice choose(NaiveZones.Machine vm) {
        return TopologyPolicy.choose(placement(vm), ZONES);
    }

    private static Placement placement(NaiveZones.Machine vm) {
        return new Placement(path(vm.host()), path(vm.pool()), path(vm.self()), List.of());
    }

    private static List<InventoryObject> path(NaiveZones.@Nullable Place start) {
        var path = new ArrayList<InventoryObject>();
        for (NaiveZones.Place place = start; place != null; place = place.parent()) {
            path.add(new InventoryObject(place.kind(), place.name(), place.name(), reading(place.tags())));
        }
        return path;
    }

    private static TagState reading(@Nullable List<String> tags) {
        return tags == null
                ? new TagState.Failed("REST is down")
                : new TagState.Read(tags.stream()
                        .map(tag -> new Tag(tag.substring(0, tag.indexOf('=')), tag.substring(tag.indexOf('=') + 1)))
                        .toList());
    }

    private static String summary(TopologyChoice choice) {
        return switch (choice) {
            case TopologyChoice.Chosen(var zone, var region, var _) -> zone.orElseThrow() + " " + region.orElseThrow();
            case TopologyChoice.Untagged _ -> "error";
            case TopologyChoice.Unknown(Reason reason, var _) -> reason.code().text();
            case TopologyChoice.Awaited() -> throw new AssertionError("nothing is being read");
        };
    }

    private void count(String outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
    }
}
