/// The objects behind the requests of csi-snapshotter, and their Events. Begin with
/// [SnapshotEvents][dev.vspherecloud.csi.cluster.snapshot.SnapshotEvents].
@NullMarked
package dev.vspherecloud.csi.cluster.snapshot;

import org.jspecify.annotations.NullMarked;
