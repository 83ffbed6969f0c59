package dev.vspherecloud.csi.domain.metadata;

import java.util.regex.Pattern;

/// What kind of volume a handle names.
///
/// Rule from: vsphere-csi-driver, pkg/common/cns-lib: the prefix `file:`, and `.vmdk` for volumes of the in-tree
/// driver.
public enum VolumeForm {
    /// A First Class Disk.
    BLOCK,

    /// A file share of vSAN. Its entities are written, but it is neither registered nor unregistered.
    FILE,

    /// A disk of the in-tree driver. Its entities are written if a `CnsVSphereVolumeMigration` names its volume.
    IN_TREE,

    /// A handle that the driver does not know.
    UNKNOWN;

    /// The beginning of the id of a file volume, in CNS and in handles.
    public static final String FILE_PREFIX = "file:";

    private static final Pattern DISK = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    /// Returns the form of a handle or of an id in CNS.
    public static VolumeForm of(String handle) {
        if (handle.endsWith(".vmdk")) {
            return IN_TREE;
        }
        if (handle.startsWith(FILE_PREFIX)) {
            return FILE;
        }
        return DISK.matcher(handle).matches() ? BLOCK : UNKNOWN;
    }
}
