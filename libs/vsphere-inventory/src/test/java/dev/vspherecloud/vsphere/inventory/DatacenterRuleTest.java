package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatacenterRuleTest {
    private static final List<InventoryObject> HAMBURG = List.of(
            place("Datacenter", "datacenter-42", "HH"),
            place("Folder", "group-d3", "Germany"),
            place("Folder", "group-d2", "Sites"),
            place("Folder", "group-d1", "Datacenters"));
    private static final List<InventoryObject> TOP =
            List.of(place("Datacenter", "datacenter-7", "Main"), place("Folder", "group-d1", "Datacenters"));

    @ParameterizedTest
    @ValueSource(strings = {"HH", "datacenter-42", "Datacenter:datacenter-42", "/Sites/Germany/HH"})
    @Conforms("VV07")
    void aDatacenterIsNamedByNamePathOrReference(String entry) {
        var rule = new DatacenterRule(List.of("elsewhere", entry));

        assertThat(rule.admits(in(HAMBURG))).isTrue();
        assertThat(rule.admits(in(TOP))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hh", "/HH", "Germany/HH", "/Datacenters/Sites/Germany/HH", "Germany", "datacenter-4", ""})
    void otherTextsDoNotNameTheDatacenter(String entry) {
        assertThat(new DatacenterRule(List.of(entry)).admits(in(HAMBURG))).isFalse();
    }

    @Test
    void aDatacenterInTheRootFolderHasAShortPath() {
        assertThat(new DatacenterRule(List.of("/Main")).admits(in(TOP))).isTrue();
    }

    @Test
    void noEntryAdmitsEveryVm() {
        assertThat(new DatacenterRule(List.of()).admits(in(HAMBURG))).isTrue();
        assertThat(new DatacenterRule(List.of()).admits(in(List.of()))).isTrue();
    }

    @Test
    void aVmWhoseDatacenterIsNotKnownIsNotAdmitted() {
        assertThat(new DatacenterRule(List.of("HH")).admits(in(List.of()))).isFalse();
    }

    @Test
    @Conforms("VV07")
    void reportsEntriesThatMatchNoDatacenter() {
        var rule = new DatacenterRule(List.of("HH", "Berlin", "/Main", "/Nowhere/Main"));

        assertThat(rule.unmatched(List.of(HAMBURG, TOP))).containsExactly("Berlin", "/Nowhere/Main");
    }

    /// Returns the placement of a VM in a folder of the datacenter.
    private static Placement in(List<InventoryObject> datacenter) {
        var path = new ArrayList<InventoryObject>();
        path.add(place("Folder", "group-v5", "workers"));
        path.addAll(datacenter);
        return new Placement(List.of(), List.of(), path, List.of());
    }

    private static InventoryObject place(String kind, String moref, String name) {
        return new InventoryObject(kind, moref, name, new TagState.Awaited());
    }
}
