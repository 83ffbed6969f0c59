package dev.vspherecloud.domain.topology;

import static dev.vspherecloud.domain.Fixtures.ZONES;
import static dev.vspherecloud.domain.Fixtures.onHostPath;
import static dev.vspherecloud.domain.Fixtures.place;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagReading;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopologyPolicyTest {
    private static final TopologyRules ZONES_ONLY =
            new TopologyRules(new TopologyCategories(Optional.of("k8s-zone"), Optional.empty()));
    private static final TopologyRules REGIONS_ONLY =
            new TopologyRules(new TopologyCategories(Optional.empty(), Optional.of("k8s-region")));
    private static final InventoryObject HOST = place("HostSystem", "h1");
    private static final InventoryObject CLUSTER = place("ClusterComputeResource", "c1", "k8s-zone=z2");
    private static final InventoryObject DATACENTER = place("Datacenter", "dc1", "k8s-region=r2");

    @Test
    void findsZoneAndRegionOnDifferentPlaces() {
        assertThat(choose(onHostPath(HOST, CLUSTER, DATACENTER))).isEqualTo(chosen("z2", "r2"));
    }

    @Test
    void theNearestTagWins() {
        InventoryObject host = place("HostSystem", "h1", "k8s-zone=z1");

        assertThat(choose(onHostPath(host, CLUSTER, DATACENTER))).isEqualTo(chosen("z1", "r2"));
    }

    @Test
    void ofTwoTagsOnOnePlaceTheFirstByNameCounts() {
        InventoryObject host = place("HostSystem", "h1", "k8s-zone=zb", "k8s-zone=za");

        assertThat(choose(onHostPath(host, DATACENTER))).isEqualTo(chosen("za", "r2"));
    }

    @Test
    void aPathThatYieldsOnlyOneValueDecidesNothing() {
        InventoryObject pool = place("ResourcePool", "p1", "k8s-zone=z3", "k8s-region=r3");

        assertThat(choose(new Placement(List.of(HOST, CLUSTER), List.of(pool), List.of())))
                .isEqualTo(chosen("z3", "r3"));
    }

    @Test
    void unreadTagsDecideNothingAndLetNoOtherPathDecide() {
        var unread = new InventoryObject("HostSystem", "host-1", "h1", new TagReading.Failed("REST is down"));
        InventoryObject pool = place("ResourcePool", "p1", "k8s-zone=z3", "k8s-region=r3");

        assertThat(choose(new Placement(List.of(unread), List.of(pool), List.of())))
                .isEqualTo(new TopologyChoice.Unknown(
                        new Reason(ReasonCode.TAGS_UNREAD, "the tags of HostSystem h1 could not be read: REST is down"),
                        List.of()));
    }

    @Test
    void tagsThatAreBeingReadAreWaitedFor() {
        var awaited = new InventoryObject("HostSystem", "host-1", "h1", new TagReading.Awaited());

        assertThat(choose(onHostPath(awaited))).isEqualTo(new TopologyChoice.Awaited());
    }

    @Test
    void saysWhereItLooked() {
        assertThat(choose(onHostPath(HOST, CLUSTER)))
                .isEqualTo(new TopologyChoice.Unknown(
                        new Reason(
                                ReasonCode.ZONE_MISSING,
                                "no path above the VM has a tag of both categories \"k8s-zone\" (zone) and \"k8s-region\" (region);"
                                        + " looked from the host up: HostSystem h1 (no tags), ClusterComputeResource c1"
                                        + " (k8s-zone=z2)"),
                        List.of()));
    }

    @Test
    void refusesATagThatCannotBeALabel() {
        InventoryObject cluster = place("ClusterComputeResource", "c1", "k8s-zone=zone one", "k8s-region=r");

        assertThat(choose(onHostPath(cluster))).isInstanceOfSatisfying(TopologyChoice.Unknown.class, none -> {
            assertThat(none.reason().code()).isEqualTo(ReasonCode.ZONE_INVALID);
            assertThat(none.reason().message()).contains("\"zone one\"");
        });
    }

    @Test
    void aSingleCategoryDecidesOnTheFirstPathThatYieldsIt() {
        InventoryObject pool = place("ResourcePool", "p1", "k8s-zone=z3", "k8s-region=r3");
        var placement = new Placement(List.of(HOST, CLUSTER), List.of(pool), List.of(DATACENTER));

        assertThat(TopologyPolicy.choose(placement, ZONES_ONLY))
                .isEqualTo(new TopologyChoice.Chosen(Optional.of("z2"), Optional.empty(), List.of()));
        assertThat(TopologyPolicy.choose(placement, REGIONS_ONLY))
                .isEqualTo(new TopologyChoice.Chosen(Optional.empty(), Optional.of("r3"), List.of()));
    }

    @Test
    void aTagOfACategoryThatIsNotConfiguredSaysNothing() {
        InventoryObject cluster = place("ClusterComputeResource", "c1", "k8s-zone=z", "k8s-region=not a label");

        assertThat(TopologyPolicy.choose(onHostPath(cluster), ZONES_ONLY))
                .isEqualTo(new TopologyChoice.Chosen(Optional.of("z"), Optional.empty(), List.of()));
    }

    @Test
    void unreadTagsDecideNothingForASingleCategoryEither() {
        var awaited = new InventoryObject("HostSystem", "host-1", "h1", new TagReading.Awaited());

        assertThat(TopologyPolicy.choose(onHostPath(awaited, CLUSTER), ZONES_ONLY))
                .isEqualTo(new TopologyChoice.Awaited());
    }

    @Test
    void saysWhatItLookedForWithASingleCategory() {
        assertThat(TopologyPolicy.choose(onHostPath(CLUSTER), REGIONS_ONLY))
                .isEqualTo(new TopologyChoice.Unknown(
                        new Reason(
                                ReasonCode.ZONE_MISSING,
                                "no path above the VM has a tag of category \"k8s-region\" (region); looked from the host up:"
                                        + " ClusterComputeResource c1 (k8s-zone=z2)"),
                        List.of()));
    }

    private static TopologyChoice.Chosen chosen(String zone, String region) {
        return new TopologyChoice.Chosen(Optional.of(zone), Optional.of(region), List.of());
    }

    private static TopologyChoice choose(Placement placement) {
        return TopologyPolicy.choose(placement, ZONES);
    }
}
