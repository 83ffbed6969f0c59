package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.vim25.Vim25Schema;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Checks every property path of this project against the types of vSphere 6.7U3. The simulator ignores a misspelt
/// path, but a vCenter refuses the whole filter.
class PropertyPathsTest {
    private static final Vim25Schema VCENTER = Vim25Schema.vsphere67u3();

    static Stream<String> ofVms() {
        return Stream.of(VmProperties.WATCHED_PATHS, VmProperties.SEARCHED_PATHS, VmProperties.ROUTE_PATHS)
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("ofVms")
    void everyPathExistsOnAVm(String path) {
        assertThat(VCENTER.checkPath("VirtualMachine", path)).isEmpty();
    }

    /// Checks all types of objects that may be above a VM. A request names their common type, so each type must
    /// have all paths.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ManagedEntity",
                "HostSystem",
                "ComputeResource",
                "ClusterComputeResource",
                "ResourcePool",
                "VirtualApp",
                "Folder",
                "Datacenter"
            })
    void everyPathExistsOnAnAncestor(String type) {
        assertThat(AncestorRecord.PROPERTIES)
                .allSatisfy(path -> assertThat(VCENTER.checkPath(type, path)).isEmpty());
    }

    @Test
    void aMisspeltPathIsReported() {
        assertThat(VCENTER.checkPath("VirtualMachine", "guest.hostname")).isNotEmpty();
        assertThat(VCENTER.checkPath(AncestorRecord.MANAGED_ENTITY, "parents")).isNotEmpty();
    }
}
