package dev.vspherecloud.domain.topology;

import static dev.vspherecloud.domain.Fixtures.CATEGORIES;
import static dev.vspherecloud.domain.Fixtures.ZONES;
import static dev.vspherecloud.domain.Fixtures.place;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.TopologyRules.Mode;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the search for zone and region. Places in words: `host z=a r=b` has a tag of each category, `host !`
/// has unreadable tags, `host ?` is being read, and `host #` is hidden. `>` separates the places of a path.
class TopologyPolicyTest {
    private static final TopologyRules NEAREST = new TopologyRules(CATEGORIES, Mode.NEAREST, false);
    private static final TopologyRules NEAREST_REQUIRED = new TopologyRules(CATEGORIES, Mode.NEAREST, true);
    private static final Optional<String> NO_CATEGORY = Optional.empty();

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            both on the host, which is enough       | host z=z1 r=r1 > cluster z=z2 > dc r=r2      | z1 r1
            each on a place of its own              | host > cluster z=z2 > dc r=r2                | z2 r2
            the region completes it, zone follows   | host z=z1 > cluster r=r2 z=z2 > dc           | z1 r2
            the zone comes first and overwrites     | host z=z1 > cluster z=z2 r=r2 > dc           | z2 r2
            a farther zone overwrites a nearer one  | host z=z1 > cluster z=z2 > dc z=z3 r=r3      | z3 r3
            a farther region does as well           | host r=r1 > cluster r=r2 > dc z=z3           | z3 r2
            only the last that was missing is near  | host r=r1 > cluster z=z2 > dc z=z3           | z2 r1
            tags of other categories say nothing    | host backup=x z=z1 > cluster r=r1            | z1 r1
            upper and lower case differ             | host Z=z1 r=r1 > dc z=z2                     | z2 r1
            the root folder counts                  | host > cluster > dc > root z=z r=r           | z r
            only a zone                             | host z=z1 > dc                               | ZoneMissing
            only a region                           | host r=r1 > dc                               | ZoneMissing
            nothing                                 | host > dc                                    | ZoneMissing
            """)
    @Conforms("VV10")
    void onOnePathLaterTagsOverwriteUntilNothingIsMissing(String situation, String hostPath, String expected) {
        assertThat(summary(choose(placement(hostPath, "pool", "vm"), ZONES))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the host comes before the pool       | host z=z1 r=r1 | pool z=z2 r=r2 | vm z=z3 r=r3          | z1 r1
            the pool comes before the VM         | host           | pool z=z2 r=r2 | vm z=z3 r=r3          | z2 r2
            the VM comes last                    | host           | pool           | vm z=z3 r=r3          | z3 r3
            and its folders after it             | host           | pool           | vm > sub z=z4 > dc r=r | z4 r
            a folder overwrites the VM           | host           | pool           | vm z=z3 > sub z=z4 r=r | z4 r
            what half a path had is forgotten    | host z=z1      | pool r=r2      | vm z=z3 r=r3          | z3 r3
            halves of several paths do not join  | host z=z1      | pool r=r2      | vm                    | ZoneMissing
            vApps are pools                      | host           | app > pool z=z2 r=r2 | vm              | z2 r2
            """)
    @Conforms("VV09")
    void theFirstPathThatHasBothDecides(
            String situation, String hostPath, String poolPath, String folderPath, String expected) {
        assertThat(summary(choose(placement(hostPath, poolPath, folderPath), ZONES)))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            unread tags let no other path decide  | host ! > dc z=z1 r=r1 | pool z=z2 r=r2 | vm   | TagsUnread
            nor do tags that are being read       | host ? > dc z=z1 r=r1 | pool z=z2 r=r2 | vm   | Awaited
            nor does a place that can't be seen   | host > cluster #      | pool z=z2 r=r2 | vm   | PlaceUnreadable
            a half that was found does not help   | host z=z1 > cluster ! | pool z=z2 r=r2 | vm   | TagsUnread
            on the second path it is the same     | host                  | pool !         | vm z=z3 r=r3 | TagsUnread
            behind the end nothing matters        | host z=z1 r=r1 > dc ! | pool !         | vm #  | z1 r1
            a VM that is on no host to be seen    |                       | pool z=z2 r=r2 | vm   | PlaceUnreadable
            a VM in no pool to be seen            | host                  |                | vm z=z3 r=r3 | PlaceUnreadable
            two zones on one place                | host z=za z=zb r=r1   | pool z=z2 r=r2 | vm   | TagAmbiguous
            two regions on one place              | host r=ra r=rb > dc z=z | pool         | vm   | TagAmbiguous
            two zones, the second after the end   | host z=za r=r1 z=zb   | pool           | vm   | TagAmbiguous
            two zones behind the end              | host z=z1 r=r1 > dc z=za z=zb | pool   | vm   | z1 r1
            the same tag told twice               | host z=za z=za r=r1   | pool           | vm   | za r1
            two tags of another category          | host x=1 x=2 z=z1 r=r1 | pool          | vm   | z1 r1
            a name that can't be a label          | host z=zone one r=r1 | pool z=z2 r=r2 | vm  | ZoneInvalid
            one that is overwritten does no harm  | host z=-odd- > dc z=z2 r=r2 | pool     | vm   | z2 r2
            a region that can't be a label        | host z=z1 r=Süd       | pool           | vm   | ZoneInvalid
            """)
    void whatIsNotClearDecidesNothing(
            String situation, String hostPath, String poolPath, String folderPath, String expected) {
        assertThat(summary(choose(placement(hostPath, poolPath, folderPath), ZONES)))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the zone alone, nearest first        | host z=z1 > dc z=z2 | pool z=z3 | vm z=z4 | z | z1 -
            on the second path                   | host r=r1           | pool z=z3 | vm z=z4 | z | z3 -
            a region alone                       | host z=z1 > dc r=r2 | pool r=r3 | vm r=r4 | r | - r2
            none of it                           | host r=r1           | pool r=r3 | vm      | z | ZoneMissing
            two of it                            | host z=za z=zb      | pool      | vm      | z | TagAmbiguous
            two of what nobody asked for         | host z=z1 r=ra r=rb | pool      | vm      | z | z1 -
            unread                               | host !              | pool z=z3 | vm      | z | TagsUnread
            """)
    void aSingleCategoryIsLookedForInTheSameWay(
            String situation, String hostPath, String poolPath, String folderPath, String category, String expected) {
        var only = category.equals("z")
                ? new TopologyCategories(Optional.of("k8s-zone"), NO_CATEGORY)
                : new TopologyCategories(NO_CATEGORY, Optional.of("k8s-region"));

        assertThat(summary(choose(
                        placement(hostPath, poolPath, folderPath),
                        new TopologyRules(only, TopologyRules.Mode.COMPATIBLE, true))))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the VM is the nearest                | host z=z1 r=r1      | pool | vm z=z3 r=r3        | z3 r3  | z3 r3
            for each category by itself          | host r=r1 z=z1      | pool | vm z=z3             | z3 r1  | z3 r1
            a farther tag overwrites nothing     | host z=z1 > dc z=z2 r=r2 | pool | vm             | z1 r2  | z1 r2
            whatever the order of the tags       | host z=z1 > dc r=r2 z=z2 | pool | vm             | z1 r2  | z1 r2
            halves of several paths do join      | host z=z1           | pool r=r2 | vm             | z1 r2  | z1 r2
            the pool before the folder           | host                | pool z=z2 | vm > sub z=z4 r=r4 | z2 r4 | z2 r4
            a zone alone                         | host z=z1           | pool | vm                  | z1 -   | ZoneMissing
            a region alone                       | host > dc r=r2      | pool | vm                  | - r2   | ZoneMissing
            nothing at all                       | host > dc           | pool > dc | vm > dc        | - -    | ZoneMissing
            unread before both are found         | host z=z1 > dc !    | pool r=r2 | vm             | TagsUnread | TagsUnread
            being read                           | host z=z1 r=r1      | pool | vm ?                | Awaited | Awaited
            unread behind the end                | host z=z1 r=r1      | pool ! | vm                | z1 r1  | z1 r1
            a place that can't be seen           | host z=z1 > dc #    | pool r=r2 | vm             | PlaceUnreadable | PlaceUnreadable
            a host that can't be seen            |                     | pool z=z2 r=r2 | vm        | PlaceUnreadable | PlaceUnreadable
            which need not be seen               |                     | pool | vm z=z3 r=r3        | z3 r3  | z3 r3
            two of what is missing               | host z=za z=zb      | pool | vm r=r3             | TagAmbiguous | TagAmbiguous
            two of what is not missing           | host z=za z=zb r=r1 | pool | vm z=z3             | z3 r1  | z3 r1
            a name that can't be a label         | host z=zone one r=r1 | pool | vm                  | ZoneInvalid | ZoneInvalid
            """)
    void theNearestPlaceDecidesForEachCategory(
            String situation,
            String hostPath,
            String poolPath,
            String folderPath,
            String expected,
            String expectedWhereRequired) {
        Placement placement = placement(hostPath, poolPath, folderPath);

        assertThat(summary(choose(placement, NEAREST))).isEqualTo(expected);
        assertThat(summary(choose(placement, NEAREST_REQUIRED))).isEqualTo(expectedWhereRequired);
    }

    @Test
    void aHiddenCategoryMakesTheResultUnknown() {
        Placement found = placement("host z=z1 r=r1", "pool", "vm");
        var placement =
                new Placement(found.hostPath(), found.poolPath(), found.folderPath(), List.of("k8s-region", "other"));

        for (TopologyRules rules : List.of(ZONES, NEAREST, NEAREST_REQUIRED)) {
            assertThat(choose(placement, rules)).isInstanceOfSatisfying(TopologyChoice.Unknown.class, unknown -> {
                assertThat(unknown.reason().code()).isEqualTo(VsphereReason.CATEGORY_MISSING);
                assertThat(unknown.reason().message())
                        .contains("\"k8s-region\"")
                        .doesNotContain("other");
                assertThat(unknown.verdicts()).hasSize(3).allSatisfy(verdict -> assertThat(verdict.rule())
                        .isEqualTo("not evaluated: vCenter does not show the tag category"));
            });
        }
        var zonesOnly = new TopologyRules(
                new TopologyCategories(Optional.of("k8s-zone"), NO_CATEGORY), TopologyRules.Mode.COMPATIBLE, true);
        assertThat(summary(choose(placement, zonesOnly))).isEqualTo("z1 -");
    }

    @Test
    void saysWhichTagsOfEachPlaceAreUsed() {
        Placement placement = placement("host z=z1 > cluster z=z2 r=r2 z2=x > dc r=r3", "pool r=r4", "vm > dc");

        assertThat(verdicts(choose(placement, ZONES)))
                .containsExactly(
                        "host host: uses k8s-zone=z1",
                        "host cluster: uses k8s-zone=z2 instead of \"z1\", uses k8s-region=r2",
                        "host dc: not evaluated: zone and region were complete",
                        "pool pool: not evaluated: zone and region were complete",
                        "folder vm: not evaluated: zone and region were complete",
                        "folder dc: not evaluated: zone and region were complete");
    }

    @Test
    void saysWhereAPathEndedAndWhatWasIgnored() {
        assertThat(verdicts(choose(placement("host z=z1 > dc", "pool r=r2 z=z2 z3=y", "vm !"), ZONES)))
                .containsExactly(
                        "host host: uses k8s-zone=z1",
                        "host dc: no tag of a configured category; the path ends here, without a tag of k8s-region",
                        "pool pool: uses k8s-region=r2, uses k8s-zone=z2",
                        "folder vm: not evaluated: zone and region were complete");
        assertThat(verdicts(choose(placement("host r=r1 z=z1", "pool", "vm"), ZONES))
                        .getFirst())
                .isEqualTo("host host: uses k8s-region=r1, uses k8s-zone=z1");
        assertThat(verdicts(choose(placement("host z=z1 > dc r=r1 z=z2", "pool", "vm"), ZONES))
                        .get(1))
                .isEqualTo("host dc: uses k8s-region=r1," + " k8s-zone=z2 is not used: zone and region were complete");
    }

    @Test
    void saysWhichPlaceStoppedTheSearch() {
        assertThat(verdicts(choose(placement("host > dc !", "pool", "vm"), ZONES)))
                .containsExactly(
                        "host host: no tag of a configured category",
                        "host dc: cannot read the tags of Place dc: REST is down",
                        "pool pool: not evaluated: the tags of an object before it are not clear",
                        "folder vm: not evaluated: the tags of an object before it are not clear");
    }

    @Test
    void looksAtAPlaceThatIsOnSeveralPathsOnce() {
        assertThat(verdicts(choose(placement("host z=z1 > dc", "pool > dc", "vm > dc"), NEAREST)))
                .containsExactly(
                        "vm vm: no tag of a configured category",
                        "host host: uses k8s-zone=z1",
                        "host dc: no tag of a configured category",
                        "pool pool: no tag of a configured category",
                        "pool dc: evaluated before, on another path",
                        "folder dc: evaluated before, on another path");
        assertThat(verdicts(choose(placement("host z=z1", "pool z=z2 r=r2", "vm"), NEAREST))
                        .get(2))
                .isEqualTo("pool pool: k8s-zone=z2 is not used: a nearer tag was found, uses k8s-region=r2");
    }

    @Test
    void saysWhereTagsAreWhenThereAreTooFew() {
        assertThat(choose(placement("host z=z1 backup=daily > dc", "pool", "vm"), ZONES))
                .isInstanceOfSatisfying(
                        TopologyChoice.Untagged.class,
                        untagged -> assertThat(untagged.reason())
                                .isEqualTo(
                                        new Reason(
                                                VsphereReason.ZONE_MISSING,
                                                "no path above the VM has tags of both categories \"k8s-zone\" and \"k8s-region\";"
                                                        + " found tags on Place host (k8s-zone=z1, backup=daily). Attach the missing tags")));
        assertThat(choose(placement("host z=z1", "pool", "vm"), NEAREST_REQUIRED))
                .isInstanceOfSatisfying(TopologyChoice.Untagged.class, untagged -> assertThat(
                                untagged.reason().message())
                        .isEqualTo("neither the VM nor any object above it has a tag of category \"k8s-region\";"
                                + " found tags on Place host (k8s-zone=z1). Attach the missing tags"));
    }

    @Test
    void saysWhichTagsAreTooMany() {
        assertThat(choose(placement("host z=zb z=za", "pool", "vm"), ZONES))
                .isInstanceOfSatisfying(TopologyChoice.Unknown.class, unknown -> assertThat(
                                unknown.reason().message())
                        .isEqualTo(
                                "Place host: found 2 tags of category \"k8s-zone\" (za, zb), expected one; detach the"
                                        + " others"));
    }

    private static TopologyChoice choose(Placement placement, TopologyRules rules) {
        return TopologyPolicy.choose(placement, rules);
    }

    private static String summary(TopologyChoice choice) {
        return switch (choice) {
            case TopologyChoice.Chosen(var zone, var region, var _) -> zone.orElse("-") + " " + region.orElse("-");
            case TopologyChoice.Awaited() -> "Awaited";
            case TopologyChoice.Untagged(Reason reason, var _) -> reason.code().text();
            case TopologyChoice.Unknown(Reason reason, var _) -> reason.code().text();
        };
    }

    private static List<String> verdicts(TopologyChoice choice) {
        return choice.verdicts().stream()
                .map(verdict -> verdict.path() + " " + verdict.place().name() + ": " + verdict.rule())
                .toList();
    }

    private static Placement placement(String hostPath, String poolPath, String folderPath) {
        return new Placement(path(hostPath), path(poolPath), path(folderPath), List.of());
    }

    private static List<InventoryObject> path(String words) {
        return words == null
                ? List.of()
                : Arrays.stream(words.split(">"))
                        .map(text -> placeOf(text.strip()))
                        .toList();
    }

    private static InventoryObject placeOf(String words) {
        var tags = new ArrayList<String>();
        String name = words.split("[ ]")[0];
        for (String word : words.substring(name.length()).strip().split(" (?=[a-zA-Z0-9]+=|[!?#])")) {
            switch (word) {
                case "" -> {}
                case "!" -> {
                    return new InventoryObject("Place", name, name, new TagState.Failed("REST is down"));
                }
                case "?" -> {
                    return new InventoryObject("Place", name, name, new TagState.Awaited());
                }
                case "#" -> {
                    return new InventoryObject("Place", name, name, new TagState.Hidden());
                }
                default -> tags.add(tag(word));
            }
        }
        return place("Place", name, tags.toArray(String[]::new));
    }

    private static String tag(String word) {
        return word.replaceFirst("^z=", "k8s-zone=").replaceFirst("^r=", "k8s-region=");
    }
}
