package dev.vspherecloud.csi.vcenter.location;

import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeFailure;
import java.util.List;

/// Which volume a handle names, and which vCenter has it.
///
/// @param <V> a vCenter
public sealed interface VolumeLocation<V> {
    /// The vCenter has the volume: it is the only one, a record names it, or its CNS lists the volume. If it is the
    /// only one, CNS was not asked.
    ///
    /// @param id the id in CNS
    record Found<V>(V vcenter, String id) implements VolumeLocation<V> {}

    /// The volume is not found.
    sealed interface NotFound<V> extends VolumeLocation<V> {
        /// Returns the failure of a call that needs the volume.
        VolumeFailure failure();
    }

    /// No record names the vCenter, the CNS of every vCenter says that it does not list the volume, and none has its
    /// disk.
    ///
    /// @param id the id in CNS
    record NoVcenterHas<V>(String id) implements NotFound<V> {
        @Override
        public VolumeFailure failure() {
            return new VolumeFailure.RefusedByFault(
                    OperationCode.NOT_FOUND,
                    "volume %s does not exist in CNS, nor does its disk; check the volume handle".formatted(id));
        }
    }

    /// No record names the volume of a disk of the in-tree driver. The disk may exist.
    record Unregistered<V>(VolumeHandle.InTree disk) implements NotFound<V> {
        @Override
        public VolumeFailure failure() {
            return new VolumeFailure.RefusedByFault(
                    OperationCode.NOT_FOUND,
                    "no CnsVSphereVolumeMigration names the disk %s, so it was never registered in CNS, and this driver does not register it; %s"
                            .formatted(disk.text(), KubeVolumeMigrations.REGISTER_ADVICE));
        }
    }

    /// Several records name a volume for one disk of the in-tree driver.
    ///
    /// @param ids the first of the volumes, sorted
    record Ambiguous<V>(VolumeHandle.InTree disk, List<String> ids) implements NotFound<V> {
        public Ambiguous {
            ids = List.copyOf(ids);
        }

        @Override
        public VolumeFailure failure() {
            return new VolumeFailure.RefusedByFault(
                    OperationCode.FAILED_PRECONDITION,
                    "several CnsVSphereVolumeMigrations name the disk %s (%s), expected one; delete the wrong ones"
                            .formatted(disk.text(), String.join(", ", ids)));
        }
    }

    /// It could not be found out.
    ///
    /// @param why a sentence for the caller
    record Unknown<V>(String why) implements NotFound<V> {
        @Override
        public VolumeFailure failure() {
            return new VolumeFailure.Unavailable(why);
        }
    }
}
