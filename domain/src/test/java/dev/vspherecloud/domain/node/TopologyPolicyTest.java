package dev.vspherecloud.domain.node;

import static dev.vspherecloud.domain.node.Fixtures.CATEGORIES;
import static dev.vspherecloud.domain.node.Fixtures.onHostPath;
import static dev.vspherecloud.domain.node.Fixtures.place;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyPolicyTest {
    private static final InventoryObject HOST = place("HostSystem", "h1");
    private static final InventoryObject CLUSTER = place("ClusterComputeResource", "c1", "k8s-zone=z2");
    private static final InventoryObject DATACENTER = place("Datacenter", "dc1", "k8s-region=r2");

    @Test
    void findsZoneAndRegionOnDifferentPlaces() {
        assertThat(choose(onHostPath(HOST, CLUSTER, DATACENTER))).isEqualTo(new TopologyChoice.Chosen("z2", "r2"));
    }

    @Test
    void theNearestTagWins() {
        InventoryObject host = place("HostSystem", "h1", "k8s-zone=z1");

        assertThat(choose(onHostPath(host, CLUSTER, DATACENTER))).isEqualTo(new TopologyChoice.Chosen("z1", "r2"));
    }

    @Test
    void ofTwoTagsOnOnePlaceTheFirstByNameCounts() {
        InventoryObject host = place("HostSystem", "h1", "k8s-zone=zb", "k8s-zone=za");

        assertThat(choose(onHostPath(host, DATACENTER))).isEqualTo(new TopologyChoice.Chosen("za", "r2"));
    }

    @Test
    void aPathThatYieldsOnlyOneValueDecidesNothing() {
        InventoryObject pool = place("ResourcePool", "p1", "k8s-zone=z3", "k8s-region=r3");

        assertThat(choose(new Placement(List.of(HOST, CLUSTER), List.of(pool), List.of())))
                .isEqualTo(new TopologyChoice.Chosen("z3", "r3"));
    }

    @Test
    void unreadTagsDecideNothingAndLetNoOtherPathDecide() {
        var unread = new InventoryObject("HostSystem", "host-1", "h1", new TagReading.Failed("REST is down"));
        InventoryObject pool = place("ResourcePool", "p1", "k8s-zone=z3", "k8s-region=r3");

        assertThat(choose(new Placement(List.of(unread), List.of(pool), List.of())))
                .isEqualTo(new TopologyChoice.None(new Reason(
                        Reason.Code.TAGS_UNREAD, "the tags of HostSystem h1 could not be read: REST is down")));
    }

    @Test
    void tagsThatAreBeingReadAreWaitedFor() {
        var awaited = new InventoryObject("HostSystem", "host-1", "h1", new TagReading.Awaited());

        assertThat(choose(onHostPath(awaited))).isEqualTo(new TopologyChoice.Awaited());
    }

    @Test
    void saysWhereItLooked() {
        assertThat(choose(onHostPath(HOST, CLUSTER)))
                .isEqualTo(new TopologyChoice.None(new Reason(
                        Reason.Code.ZONE_MISSING,
                        "no path above the VM has a tag of both categories \"k8s-zone\" (zone) and \"k8s-region\" (region);"
                                + " looked from the host up: HostSystem h1 (no tags), ClusterComputeResource c1"
                                + " (k8s-zone=z2)")));
    }

    @Test
    void refusesATagThatCannotBeALabel() {
        InventoryObject cluster = place("ClusterComputeResource", "c1", "k8s-zone=zone one", "k8s-region=r");

        assertThat(choose(onHostPath(cluster))).isInstanceOfSatisfying(TopologyChoice.None.class, none -> {
            assertThat(none.reason().code()).isEqualTo(Reason.Code.ZONE_INVALID);
            assertThat(none.reason().message()).contains("\"zone one\"");
        });
    }

    private static TopologyChoice choose(Placement placement) {
        return TopologyPolicy.choose(placement, CATEGORIES);
    }
}
