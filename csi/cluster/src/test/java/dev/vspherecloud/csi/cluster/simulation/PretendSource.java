package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.VolumeOrigin;

/// What a claim is a copy of.
///
/// @param snapshot the id of the snapshot; empty if the volume itself is the source
/// @param size     the size of the source when the claim was made
record PretendSource(String volume, String snapshot, long size) {
    static final SnapshotQuota QUOTA = new SnapshotQuota(3, 3, 3);

    /// Returns what a call finds out about the source before it begins.
    VolumeOrigin origin(PretendCns cns, long wanted) {
        PretendCns.Volume from = cns.volumes().get(volume);
        if (from == null
                || !(snapshot.isEmpty()
                        || from.snapshots.stream().anyMatch(each -> each.id().equals(snapshot)))) {
            return new VolumeOrigin.Unusable(OperationCode.NOT_FOUND, "no such source");
        }
        if (from.capacity > wanted) {
            return new VolumeOrigin.Unusable(OperationCode.OUT_OF_RANGE, "the source is larger");
        }
        return snapshot.isEmpty()
                ? new VolumeOrigin.OfVolume(volume, from.capacity, QUOTA)
                : new VolumeOrigin.OfSnapshot(volume, snapshot, from.capacity);
    }
}
