/// The decision if a disk or a snapshot may be destroyed. Begin with
/// [DeletionPolicy][dev.vspherecloud.csi.domain.deletion.DeletionPolicy].
@NullMarked
package dev.vspherecloud.csi.domain.deletion;

import org.jspecify.annotations.NullMarked;
