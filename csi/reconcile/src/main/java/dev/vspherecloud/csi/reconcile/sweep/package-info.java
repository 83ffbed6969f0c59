/// Removes records of operations that nothing needs any more, and volumes that abandoned attempts created. Begin with
/// [RecordSweep][dev.vspherecloud.csi.reconcile.sweep.RecordSweep].
@NullMarked
package dev.vspherecloud.csi.reconcile.sweep;

import org.jspecify.annotations.NullMarked;
