package dev.vspherecloud.csi.vcenter.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VmDevicesTest {
    private static final String VOLUME = "5f1c8a52-9b1d-4a0f-8d2f-2f9f0e6f3c11";

    @Test
    void readsVolumesAndOtherDisks() {
        assertThat(VmDevices.disks(devices(
                        device("ParaVirtualSCSIController", Map.of("key", text("1000"))),
                        device("VirtualDisk", Map.of("controllerKey", text("1000"))),
                        device(
                                "VirtualDisk",
                                Map.of(
                                        "controllerKey",
                                        text("1000"),
                                        "vDiskId",
                                        struct("ID", Map.of("id", text(VOLUME))),
                                        "backing",
                                        struct(
                                                "VirtualDiskFlatVer2BackingInfo",
                                                Map.of("uuid", text("6000C295-4C4D-4B1D-9D5A-0123456789AB"))))))))
                .contains(List.of(
                        new VmDisk(Optional.empty(), Optional.empty(), 1000),
                        new VmDisk(Optional.of(VOLUME), Optional.of("6000c2954c4d4b1d9d5a0123456789ab"), 1000)));
    }

    @Test
    void theFileOfADiskIsTheOneBelowItsSnapshots() {
        PropertyValue base = struct("VirtualDiskFlatVer2BackingInfo", Map.of("fileName", text("[ds]  a/x.vmdk")));
        PropertyValue snapshot = struct(
                "VirtualDiskFlatVer2BackingInfo", Map.of("fileName", text("[ds] a/x-000001.vmdk"), "parent", base));

        assertThat(VmDevices.disks(devices(
                        device("VirtualDisk", Map.of("backing", base)),
                        device("VirtualDisk", Map.of("backing", snapshot)))))
                .hasValueSatisfying(disks -> assertThat(disks)
                        .extracting(VmDisk::path)
                        .containsExactly(Optional.of("[ds] a/x.vmdk"), Optional.of("[ds] a/x.vmdk")));
    }

    @Test
    void aValueThatIsNoListOfDevicesSaysNothing() {
        assertThat(VmDevices.disks(new PropertyValue.Unset())).isEmpty();
        assertThat(VmDevices.disks(text("none"))).isEmpty();
        assertThat(VmDevices.disks(devices(device(
                        "VirtualDisk",
                        Map.of(
                                "controllerKey",
                                text("1000"),
                                "vDiskId",
                                struct("ID", Map.of("id", text("two words"))))))))
                .isEmpty();
    }

    @Test
    void aVmWithoutDisksHasNone() {
        assertThat(VmDevices.disks(devices(device("VirtualIDEController", Map.of("key", text("200"))))))
                .contains(List.of());
    }

    @Test
    void diskUuidIsLowerCaseWithoutDashes() {
        assertThat(VmDevices.diskUuid("6000C295-4C4D-4B1D-9D5A-0123456789AB"))
                .contains("6000c2954c4d4b1d9d5a0123456789ab");
        assertThat(VmDevices.diskUuid("60 00 c2 95 4c 4d 4b 1d-9d 5a 01 23 45 67 89 ab"))
                .contains("6000c2954c4d4b1d9d5a0123456789ab");
        assertThat(VmDevices.diskUuid("not-a-uuid")).isEmpty();
    }

    @Test
    void manyVanishedVmsAreNotTrusted() {
        assertThat(MassLossPolicy.reason(10, List.of("a"))).isEmpty();
        assertThat(MassLossPolicy.reason(1, List.of("a"))).isEmpty();
        assertThat(MassLossPolicy.reason(10, List.of("a", "b", "c", "d"))).isEmpty();
        assertThat(MassLossPolicy.reason(4, List.of("a", "b")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("2 of 4 VMs of Nodes (a, b)"));
    }

    private static PropertyValue text(String value) {
        return new PropertyValue.Text("string", value);
    }

    private static PropertyValue struct(String type, Map<String, PropertyValue> fields) {
        return new PropertyValue.Struct(type, fields);
    }

    private static PropertyValue device(String type, Map<String, PropertyValue> fields) {
        return struct(type, fields);
    }

    private static PropertyValue devices(PropertyValue... devices) {
        return new PropertyValue.Items("VirtualDevice", Arrays.asList(devices));
    }
}
