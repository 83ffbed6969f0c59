package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttachObstaclesTest {
    @Test
    void aSnapshotIsNamed() {
        assertThat(AttachObstacles.snapshots("node-0", info(tree("nightly"))))
                .contains(
                        "VM node-0 has the snapshot \"nightly\", for example of a backup; vCenter cannot detach a disk"
                                + " from it; delete the snapshot");
    }

    @Test
    void allSnapshotsOfTheTreesCount() {
        assertThat(AttachObstacles.snapshots("node-0", info(tree("a", tree("b", tree("c"))), tree("d"))))
                .contains("VM node-0 has 4 snapshots (\"a\", ...), for example of backups; vCenter cannot detach a disk"
                        + " from it; delete the snapshots");
    }

    @Test
    void aVmWithoutSnapshotsHasNoObstacle() {
        assertThat(AttachObstacles.snapshots("node-0", new PropertyValue.Unset()))
                .isEmpty();
        assertThat(AttachObstacles.snapshots("node-0", info())).isEmpty();
    }

    private static PropertyValue info(PropertyValue... trees) {
        return new PropertyValue.Struct("VirtualMachineSnapshotInfo", Map.of("rootSnapshotList", items(trees)));
    }

    private static PropertyValue tree(String name, PropertyValue... children) {
        return new PropertyValue.Struct(
                "VirtualMachineSnapshotTree",
                Map.of("name", new PropertyValue.Text("string", name), "childSnapshotList", items(children)));
    }

    private static PropertyValue items(PropertyValue... elements) {
        return new PropertyValue.Items("VirtualMachineSnapshotTree", List.copyOf(Arrays.asList(elements)));
    }
}
