package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import java.time.Instant;
import java.util.Optional;

/// A volume that nothing in the cluster refers to.
///
/// @param vcenter   the vCenter that has it
/// @param reason    why it counts as an orphan
/// @param created   when the driver began to create it; empty if no record says so
/// @param snapshots the number of snapshots of it that the cluster has
record ExplainedOrphan(String vcenter, RecordedVolume volume, String reason, Optional<Instant> created, int snapshots) {
    /// Returns what to do to use the volume again.
    String adoptAdvice() {
        return "create a PersistentVolume with csi.driver csi.vsphere.vmware.com and csi.volumeHandle %s"
                .formatted(volume.id());
    }

    /// Returns the command that deletes the volume and its data.
    String deleteCommand() {
        return "govc volume.rm " + volume.id();
    }
}
