package dev.vspherecloud.csi.domain;

/// How many snapshots a volume may have, by the kind of its datastore.
///
/// @param other the number on all datastores but vSAN and vVols
public record SnapshotQuota(int other, int vsan, int vvol) {
    /// Returns the number for a volume on this datastore.
    ///
    /// Rule from: csi 3.5. The URL of a datastore names its kind, as in `ds:///vmfs/volumes/vsan:52a1.../`.
    ///
    /// @param datastoreUrl empty if it is not known
    int on(String datastoreUrl) {
        if (datastoreUrl.contains("vsan")) {
            return vsan;
        }
        return datastoreUrl.contains("vvol") ? vvol : other;
    }
}
