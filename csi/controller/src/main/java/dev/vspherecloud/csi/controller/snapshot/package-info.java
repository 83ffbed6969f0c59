/// Creates, deletes and lists snapshots. Begin with [SnapshotHandler], which reads the requests, and
/// [ClusterSnapshots], which carries them out.
@NullMarked
package dev.vspherecloud.csi.controller.snapshot;

import org.jspecify.annotations.NullMarked;
