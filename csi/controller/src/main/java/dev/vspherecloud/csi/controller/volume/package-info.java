/// Creates, deletes, expands and lists volumes. Begin with [VolumeHandler], which reads the requests, and
/// [ClusterVolumes], which carries them out.
@NullMarked
package dev.vspherecloud.csi.controller.volume;

import org.jspecify.annotations.NullMarked;
