package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Optional;

/// The result for one volume, inside a task that succeeded.
public sealed interface CnsVolumeResult {
    /// vCenter did what it was asked to.
    ///
    /// @param volume     the volume
    /// @param datastores the datastores that vCenter chose for a new volume; empty for other operations
    /// @param disk       the disk behind the volume; only of `CnsQueryVolumeInfo`
    /// @param snapshot   the new snapshot; only of `CnsCreateSnapshots`
    /// @param diskUuid   the UUID of the disk as vCenter writes it; only of `CnsAttachVolume`
    record Done(
            CnsVolumeId volume,
            List<MoRef> datastores,
            Optional<FirstClassDisk> disk,
            Optional<CnsSnapshot> snapshot,
            Optional<String> diskUuid)
            implements CnsVolumeResult {
        public Done {
            datastores = List.copyOf(datastores);
        }

        Done(CnsVolumeId volume, List<MoRef> datastores, Optional<FirstClassDisk> disk) {
            this(volume, datastores, disk, Optional.empty(), Optional.empty());
        }
    }

    /// vCenter did not do what it was asked to.
    ///
    /// @param volume          the volume, if the result names it
    /// @param placementFaults why datastores could not take a new volume
    record Failed(Optional<CnsVolumeId> volume, CnsFault fault, List<CnsFault> placementFaults)
            implements CnsVolumeResult {
        public Failed {
            placementFaults = List.copyOf(placementFaults);
        }
    }

    /// The result has neither a fault nor a valid volume id.
    ///
    /// @param why for messages
    record Unreadable(String why) implements CnsVolumeResult {}
}
