package dev.vspherecloud.csi.cluster.volume;

import java.util.List;

/// How many PersistentVolumes the driver serves.
///
/// @param csi      the number of those that name this driver
/// @param migrated the number of those of the in-tree driver. CNS may know none of them
/// @param handles  the volume handles of the first of those that name this driver
public record VolumeCount(int csi, int migrated, List<String> handles) {
    public VolumeCount {
        handles = List.copyOf(handles);
    }
}
