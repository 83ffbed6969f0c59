package dev.vspherecloud.csi.domain.node;

/// The path of a disk in a datastore, as in `[datastore] folder/disk.vmdk`.
public final class DiskPath {
    private DiskPath() {}

    /// Returns the path in the form by which two paths of one disk are equal. Blanks before and after the path, and
    /// after the name of the datastore, do not count, because vCenter does not distinguish such paths.
    public static String canonical(String path) {
        return path.strip().replaceFirst("^(\\[[^\\]]*])\\s*", "$1 ");
    }
}
