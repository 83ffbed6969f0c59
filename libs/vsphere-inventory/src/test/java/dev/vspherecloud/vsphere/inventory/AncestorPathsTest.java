package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.FOLDER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.HOST;
import static dev.vspherecloud.vsphere.inventory.Fixtures.at;
import static dev.vspherecloud.vsphere.inventory.Fixtures.place;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ref;
import static dev.vspherecloud.vsphere.inventory.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AncestorPathsTest {
    private static final MoRef CLUSTER = new MoRef("ClusterComputeResource", "domain-c1");
    private static final MoRef DATACENTER = new MoRef("Datacenter", "datacenter-1");
    private static final MoRef ROOT = new MoRef("Folder", "group-d1");
    private static final AncestorRecord ROOT_RECORD = new AncestorRecord(ROOT, "Datacenters", Optional.empty(), true);
    private static final MoRef SITES = new MoRef("Folder", "group-d2");
    private static final Tag ZONE = new Tag("k8s-zone", "a");
    private static final TagCache TAGS = new TagCache(
            Map.of(CLUSTER, List.of(ZONE), FOLDER, List.of(), ref(1), List.of(ZONE)),
            List.of("k8s-region"),
            Optional.empty());
    private static final AncestorRecord HIDDEN_CLUSTER =
            new AncestorRecord(CLUSTER, "domain-c1", Optional.empty(), false);

    @Test
    void pathsLeadUpToTheRootFolderAndTheThirdBeginsWithTheVm() {
        Placement placement = placement(
                place(HOST, "host", CLUSTER),
                place(CLUSTER, "cluster", DATACENTER),
                place(FOLDER, "workers", DATACENTER),
                place(DATACENTER, "dc", ROOT),
                place(ROOT, "Datacenters"));

        assertThat(names(placement.hostPath())).containsExactly("host", "cluster", "dc", "Datacenters");
        assertThat(names(placement.folderPath())).containsExactly("w-1", "workers", "dc", "Datacenters");
        assertThat(placement.folderPath().getFirst().kind()).isEqualTo("VirtualMachine");
        assertThat(placement.unseenCategories()).containsExactly("k8s-region");
    }

    @Test
    void aPathWithoutAFirstObjectIsEmpty() {
        assertThat(placement().poolPath()).isEmpty();
    }

    @Test
    void objectsCarryTheirTags() {
        Placement placement = placement(
                place(HOST, "host", CLUSTER), place(CLUSTER, "cluster", ROOT), place(FOLDER, "workers", ROOT));

        assertThat(placement.hostPath().get(0).tags()).isEqualTo(new TagState.Awaited());
        assertThat(placement.hostPath().get(1).tags()).isEqualTo(new TagState.Read(List.of(ZONE)));
        assertThat(placement.folderPath().get(0).tags()).isEqualTo(new TagState.Read(List.of(ZONE)));
        assertThat(placement.folderPath().get(1).tags()).isEqualTo(new TagState.Read(List.of()));
    }

    @Test
    void aHiddenObjectEndsThePathAndHidesItsTags() {
        List<InventoryObject> path =
                placement(place(HOST, "host", CLUSTER), HIDDEN_CLUSTER).hostPath();

        assertThat(path).hasSize(2);
        assertThat(path.getLast())
                .isEqualTo(
                        new InventoryObject("ClusterComputeResource", "domain-c1", "domain-c1", new TagState.Hidden()));
    }

    @Test
    void theRootFolderEndsEveryPathEvenIfTheAccountMayNotReadIt() {
        var root = new AncestorRecord(ROOT, "group-d1", Optional.empty(), true);

        assertThat(placement(place(HOST, "host", ROOT), root)
                        .hostPath()
                        .getLast()
                        .tags())
                .isEqualTo(new TagState.Awaited());
    }

    @Test
    void aVmWithoutAFolderHasHiddenTags() {
        VmRecord withoutFolder = at(vm(1), new VmRecord.Parents(Optional.of(HOST), Optional.empty(), Optional.empty()));

        assertThat(new AncestorPaths(Map.of(), TAGS).placementOf(withoutFolder).folderPath())
                .containsExactly(new InventoryObject("VirtualMachine", "vm-1", "w-1", new TagState.Hidden()));
    }

    @Test
    void anObjectThatIsNotReadYetIsAwaited() {
        assertThat(placement(place(HOST, "host", CLUSTER)).hostPath().getLast())
                .isEqualTo(new InventoryObject(
                        "ClusterComputeResource", "domain-c1", "domain-c1", new TagState.Awaited()));
    }

    @Test
    void aCircularPathIsAwaitedToo() {
        List<InventoryObject> path = placement(place(HOST, "host", CLUSTER), place(CLUSTER, "cluster", HOST))
                .hostPath();

        assertThat(path).hasSize(3);
        assertThat(path.getLast().tags()).isEqualTo(new TagState.Awaited());
    }

    private static Placement placement(AncestorRecord... places) {
        return new AncestorPaths(
                        Arrays.stream(places).collect(Collectors.toMap(AncestorRecord::ref, Function.identity())), TAGS)
                .placementOf(vm(1));
    }

    private static List<String> names(List<InventoryObject> path) {
        return path.stream().map(InventoryObject::name).toList();
    }

    @Test
    void thePathOfADatacenterBeginsBelowTheRootFolder() {
        assertThat(paths(ROOT_RECORD, below(SITES, "Sites", ROOT), below(DATACENTER, "Berlin", SITES)))
                .containsExactly(new DatacenterPath("datacenter-1", List.of("Sites", "Berlin"), true));
    }

    @Test
    void thePathOfADatacenterIsNotCompleteIfTheAccountMayNotReadAFolder() {
        var hidden = new AncestorRecord(SITES, "group-d2", Optional.empty(), false);

        assertThat(paths(hidden, below(DATACENTER, "Berlin", SITES)))
                .containsExactly(new DatacenterPath("datacenter-1", List.of("Berlin"), false));
        assertThat(paths(below(DATACENTER, "Berlin", SITES)).getFirst().isComplete())
                .isFalse();
    }

    @Test
    void theCircleAboveADatacenterEnds() {
        assertThat(paths(below(SITES, "Sites", SITES), below(DATACENTER, "Berlin", SITES))
                        .getFirst()
                        .isComplete())
                .isFalse();
    }

    private static AncestorRecord below(MoRef ref, String name, MoRef parent) {
        return new AncestorRecord(ref, name, Optional.of(parent), false);
    }

    private static List<DatacenterPath> paths(AncestorRecord... records) {
        Map<MoRef, AncestorRecord> all =
                Arrays.stream(records).collect(Collectors.toMap(AncestorRecord::ref, Function.identity()));
        return DatacenterPaths.of(all);
    }
}
