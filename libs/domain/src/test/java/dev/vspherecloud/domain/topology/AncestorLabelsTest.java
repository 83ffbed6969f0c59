package dev.vspherecloud.domain.topology;

import static dev.vspherecloud.domain.Fixtures.place;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.AncestorLabels.Kind;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AncestorLabelsTest {
    private static final AncestorLabels ALL = new AncestorLabels(Map.of(
            Kind.HOST, "e/host",
            Kind.CLUSTER, "e/cluster",
            Kind.DATACENTER, "e/dc",
            Kind.RESOURCE_POOL, "e/pool",
            Kind.FOLDER, "e/folder"));

    /// Paths as `kind name`, nearest first. An empty path is unknown.
    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        HostSystem h, ClusterComputeResource c, Folder host, Datacenter d | ResourcePool p, ResourcePool Resources, ClusterComputeResource c | VirtualMachine w, Folder f, Folder vm, Datacenter d | {e/cluster=c, e/dc=d, e/folder=f, e/host=h, e/pool=p}
        HostSystem h, ComputeResource h, Folder host, Datacenter d        | ResourcePool Resources, ComputeResource h | VirtualMachine w, Folder vm, Datacenter d | {e/cluster=h, e/dc=d, e/folder=vm, e/host=h, e/pool=Resources}
        - | ResourcePool Resources, ClusterComputeResource c                  | VirtualMachine w, Folder vm, Datacenter d | {e/cluster=c, e/dc=d, e/folder=vm, e/pool=Resources}
        HostSystem h, ClusterComputeResource c, Folder host, Datacenter d | VirtualApp a, ResourcePool Resources, ClusterComputeResource c | VirtualMachine w, VirtualApp a, Folder f, Datacenter d | {e/cluster=c, e/dc=d, e/folder=f, e/host=h, e/pool=a}
        - | - | VirtualMachine w, VirtualApp a, ResourcePool p, ClusterComputeResource c, Folder host, Datacenter d | {e/dc=d}
        - | - | - | {}
        """)
    void nameTheNearestOfEachKind(String host, String pool, String folder, String expected) {
        var placement = new Placement(path(host), path(pool), path(folder), List.of());

        assertThat(new java.util.TreeMap<>(ALL.of(placement)).toString()).isEqualTo(expected);
    }

    @Test
    void withoutConfiguredKeysThereAreNoLabels() {
        assertThat(AncestorLabels.NONE.of(onHost("h"))).isEmpty();
    }

    @Test
    void namesBecomeLabelValues() {
        assertThat(ALL.of(onHost("prod%2frack 7 50%25"))).isEqualTo(Map.of("e/host", "prod-rack-7-50"));
    }

    @Test
    void aPlaceWhoseNameCannotBeReadHasNoLabel() {
        var host = new InventoryObject("HostSystem", "host-7", "host-7", new TagState.Failed("no right"));

        assertThat(ALL.of(new Placement(List.of(host), List.of(), List.of(), List.of())))
                .isEmpty();
    }

    @Test
    @Conforms("J06")
    void aNameThatCannotBecomeALabelIsReported() {
        assertThat(ALL.of(onHost("///"))).isEmpty();
        assertThat(ALL.invalidNames(onHost("///")))
                .contains(new Reason(
                        VsphereReason.LABEL_INVALID,
                        "label e/host: found the name \"///\", expected a letter or digit in it; rename the object"));
        assertThat(ALL.invalidNames(onHost("h"))).isEmpty();
        assertThat(AncestorLabels.NONE.invalidNames(onHost("///"))).isEmpty();
    }

    private static Placement onHost(String name) {
        return new Placement(List.of(place("HostSystem", name)), List.of(), List.of(), List.of());
    }

    private static List<InventoryObject> path(String places) {
        return places == null
                ? List.of()
                : Arrays.stream(places.split(", "))
                        .map(text -> text.split(" "))
                        .map(words -> place(words[0], words[1]))
                        .toList();
    }
}
