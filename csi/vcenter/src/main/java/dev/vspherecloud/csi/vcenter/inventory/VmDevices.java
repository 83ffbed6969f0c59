package dev.vspherecloud.csi.vcenter.inventory;

import dev.vspherecloud.csi.domain.node.DiskPath;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads the disks among the devices of a VM. Pure.
///
/// Rule from: vim25 `VirtualDisk`, `ID` and the types of `VirtualDeviceFileBackingInfo` that have a `uuid` and a
/// `parent`.
public final class VmDevices {
    private static final String DISK = "VirtualDisk";

    /// The longest id of a disk that is kept. A real one has 36 characters.
    private static final int MAX_ID = 128;

    /// The longest path of a disk that is kept.
    private static final int MAX_PATH = 1024;

    /// How many snapshots are followed down to the disk below them. A VM has 32 at most.
    private static final int MAX_SNAPSHOTS = 64;

    private VmDevices() {}

    /// Returns the disks; empty if the value is not a list of devices. Every VM has devices, so a value without any
    /// says nothing about its disks.
    ///
    /// @param devices the value of `config.hardware.device`
    public static Optional<List<VmDisk>> disks(PropertyValue devices) {
        List<PropertyValue> elements = devices.items();
        var disks = new ArrayList<VmDisk>();
        for (PropertyValue device : elements) {
            if (!(device instanceof PropertyValue.Struct(String type, var _))) {
                return Optional.empty();
            }
            if (type.equals(DISK)) {
                Optional<VmDisk> disk = disk(device);
                if (disk.isEmpty()) {
                    return Optional.empty();
                }
                disks.add(disk.get());
            }
        }
        return elements.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(disks));
    }

    private static Optional<VmDisk> disk(PropertyValue device) {
        OptionalLong controller = device.field("controllerKey").number();
        Optional<String> volume = device.field("vDiskId").field("id").text();
        if (volume.filter(id -> id.length() > MAX_ID || !isPrintable(id)).isPresent()
                || controller.orElse(0) > Integer.MAX_VALUE
                || controller.orElse(0) < Integer.MIN_VALUE) {
            return Optional.empty();
        }
        PropertyValue backing = device.field("backing");
        return Optional.of(new VmDisk(
                volume,
                backing.field("uuid").text().flatMap(VmDevices::diskUuid),
                (int) controller.orElse(0),
                path(backing)));
    }

    /// Returns the file of the disk below its snapshots, whose deltas have files of their own.
    private static Optional<String> path(PropertyValue backing) {
        PropertyValue lowest = backing;
        for (int i = 0; i < MAX_SNAPSHOTS && lowest.field("parent") instanceof PropertyValue.Struct parent; i++) {
            lowest = parent;
        }
        return lowest.field("fileName")
                .text()
                .filter(path -> path.length() <= MAX_PATH)
                .map(DiskPath::canonical);
    }

    /// Returns true if the text can be the reference of a VM, as in `vm-62`, and not a UUID.
    public static boolean isReference(String text) {
        return text.length() <= MAX_ID && isPrintable(text) && text.startsWith("vm-");
    }

    private static boolean isPrintable(String text) {
        return text.chars().allMatch(each -> each > ' ' && each <= '~');
    }

    /// Returns the UUID of a disk as the guest sees it, lower case without dashes and blanks; empty if the text is
    /// none.
    public static Optional<String> diskUuid(String text) {
        String uuid = text.replace("-", "").replace(" ", "").toLowerCase(Locale.ROOT);
        return uuid.length() == 32 && uuid.chars().allMatch(each -> Character.digit(each, 16) >= 0 && each < 128)
                ? Optional.of(uuid)
                : Optional.empty();
    }
}
