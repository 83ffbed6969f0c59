package dev.vspherecloud.domain.vm;

import static dev.vspherecloud.domain.Fixtures.place;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.VmParents.Place;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VmParentsTest {
    private static final Place FOLDER = new Place("Folder", "group-v3");
    private static final Place POOL = new Place("ResourcePool", "resgroup-8");
    private static final Place HOST = new Place("HostSystem", "host-10");

    @Test
    void parentsAreWrittenAsKindsAndReferences() {
        var home = new VmParents(Optional.of(FOLDER), Optional.of(POOL), Optional.of(HOST));

        assertThat(home).hasToString("Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10");
        assertThat(VmParents.parse(home.toString())).contains(home);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Folder:group-v3 ResourcePool:resgroup-8",
                "VirtualApp:resgroup-v9 VirtualApp:resgroup-v9",
                "Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10",
                "Folder:group:3 ResourcePool:resgroup-8",
            })
    void validTextIsReadAndWrittenUnchanged(String text) {
        assertThat(VmParents.parse(text)).get().hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "Folder:group-v3",
                "Folder:group-v3 HostSystem:host-10",
                "HostSystem:host-10 HostSystem:host-11",
                "Folder:group-v3 ResourcePool:",
                "Folder:group-v3 :resgroup-8",
                "Folder:group-v3 resgroup-8",
                "Folder:group-v3 ResourcePool:resgroup-8 ResourcePool:resgroup-9",
                "HostSystem:host-10 Folder:group-v3 ResourcePool:resgroup-8",
                "ResourcePool:resgroup-8 Folder:group-v3",
                "Folder:group-v3  ResourcePool:resgroup-8",
                " Folder:group-v3 ResourcePool:resgroup-8",
                "Folder:group-v3 ResourcePool:resgroup-8 ",
                "Folder:group-v3\tResourcePool:resgroup-8",
                "Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10 HostSystem:host-11",
                "Folder:group-v3 ResourcePool:resgroup-8 HostSystem:",
                "Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host\uFFFE",
                "Folder:group-v3\u0000 ResourcePool:resgroup-8",
                "Folder:gruppe-\u00fc ResourcePool:resgroup-8",
                "folder:group-v3 ResourcePool:resgroup-8",
                "VirtualMachine:vm-1 ResourcePool:resgroup-8",
                "Datacenter:datacenter-1 ResourcePool:resgroup-8",
                "Folder:group-v3 ClusterComputeResource:domain-c8",
            })
    void malformedTextIsNoParents(String text) {
        assertThat(VmParents.parse(text)).isEmpty();
    }

    @Test
    void aReferenceHasAtMost128Characters() {
        assertThat(VmParents.parse("Folder:" + "x".repeat(128) + " ResourcePool:resgroup-8"))
                .isPresent();
        assertThat(VmParents.parse("Folder:" + "x".repeat(129) + " ResourcePool:resgroup-8"))
                .isEmpty();
        assertThat(VmParents.parse("Folder:group-v3 ".repeat(20_000))).isEmpty();
    }

    @Test
    void onlyParentsThatCanBeParsedAgainAreRecorded() {
        var odd = new VmParents.Place("Folder", "group v3");

        assertThat(new VmParents(Optional.of(FOLDER), Optional.of(POOL), Optional.of(HOST)).isRecordable())
                .isTrue();
        assertThat(new VmParents(Optional.of(FOLDER), Optional.of(POOL), Optional.empty()).isRecordable())
                .isTrue();
        assertThat(new VmParents(Optional.of(FOLDER), Optional.empty(), Optional.of(HOST)).isRecordable())
                .isFalse();
        assertThat(new VmParents(Optional.of(odd), Optional.of(POOL), Optional.empty()).isRecordable())
                .isFalse();
        assertThat(new VmParents(Optional.of(FOLDER), Optional.of(HOST), Optional.empty()).isRecordable())
                .isFalse();
        assertThat(new VmParents(Optional.of(FOLDER), Optional.of(POOL), Optional.of(odd)).isRecordable())
                .isFalse();
    }

    @Test
    void parentsAreTheNearestObjectsThatVcenterReturns() {
        var placement = new Placement(
                List.of(place("HostSystem", "h1"), place("ClusterComputeResource", "c1")),
                List.of(place("ResourcePool", "p1"), place("ResourcePool", "p0")),
                List.of(place("VirtualMachine", "w-1"), place("Folder", "f1"), place("Folder", "f0")),
                List.of());

        assertThat(VmParents.of(placement)).hasToString("Folder:f1-ref ResourcePool:p1-ref HostSystem:h1-ref");
        assertThat(VmParents.of(placement).isComplete()).isTrue();
    }

    @Test
    void parentsAreCompleteWithFolderAndPool() {
        assertThat(new VmParents(Optional.of(FOLDER), Optional.of(POOL), Optional.empty()).isComplete())
                .isTrue();
        assertThat(new VmParents(Optional.empty(), Optional.of(POOL), Optional.of(HOST)).isComplete())
                .isFalse();
        assertThat(new VmParents(Optional.of(FOLDER), Optional.empty(), Optional.of(HOST)).isComplete())
                .isFalse();
        assertThat(VmParents.of(
                        new Placement(List.of(), List.of(), List.of(place("VirtualMachine", "w-1")), List.of())))
                .isEqualTo(new VmParents(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void theHostNeedNotBeReadable() {
        assertThat(new VmParents(Optional.of(FOLDER), Optional.of(POOL), Optional.of(HOST)).folderAndPool())
                .containsExactly(FOLDER, POOL);
    }
}
