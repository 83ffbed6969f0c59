package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A fault of a volume operation, by what a caller can do about it.
///
/// vCenter reports the same faults in two places: in the result for one volume of a task that succeeded, and as
/// the error of the task. In both, a fault comes in three forms: plain; as the cause of a `CnsFault`; and as a
/// `CnsFault` whose reason only names its type. All three are read to the same fault, since a caller can do the same
/// about it. The type decides, never the text, because vCenter translates the text.
///
/// Rule from: the CNS API and vim25 as in govmomi `cns/types` and `vim25/types`; govmomi pull request 3807 (a
/// `NotSupported` as the cause of a `CnsFault`); vsphere-csi-driver issues 118, 147, 519 and 1621 (reasons that end as
/// in `Fault cause: vim.fault.InvalidState`).
public sealed interface CnsFault {
    /// Returns the sentence of vCenter, on one line; may be empty.
    String message();

    /// Returns the fault with which vCenter refused a call.
    ///
    /// @param failure of kind [FAULT][VcenterException.Kind#FAULT]
    static CnsFault of(VcenterException failure) {
        return CnsFaultReader.ofTypes(
                Stream.concat(Stream.of(failure.faultType().orElse("")), failure.faultCauses().stream())
                        .toList(),
                String.valueOf(failure.getMessage()));
    }

    /// Returns the name of the fault for messages.
    default String kind() {
        return switch (this) {
            case Unavailable(String type, var _) -> type;
            case InvalidState(String type, var _) -> type;
            case TooManyDevices(String type, var _) -> type;
            case Other(String type, var _) when !type.isEmpty() -> type;
            default -> getClass().getSimpleName();
        };
    }

    /// The volume does not exist.
    ///
    /// @param volume the volume, if the fault names it
    record NotFound(Optional<CnsVolumeId> volume, String message) implements CnsFault {}

    /// The snapshot does not exist.
    ///
    /// @param volume   the volume, if the fault names it
    /// @param snapshot the id of the snapshot; empty if the fault does not name it
    record SnapshotNotFound(Optional<CnsVolumeId> volume, String snapshot, String message) implements CnsFault {}

    /// The snapshot was created on the datastore, and CNS has not recorded it.
    ///
    /// @param volume   the volume, if the fault names it
    /// @param snapshot the id of the snapshot; empty if the fault does not name it
    record SnapshotCreated(Optional<CnsVolumeId> volume, String snapshot, String message) implements CnsFault {}

    /// There is a First Class Disk with the id, but CNS does not know it.
    record NotRegistered(Optional<CnsVolumeId> volume, String message) implements CnsFault {}

    /// A volume with the chosen id exists.
    ///
    /// @param volume    the volume that exists, if the fault names it
    /// @param datastore its datastore, if the fault names it
    record AlreadyExists(Optional<CnsVolumeId> volume, Optional<MoRef> datastore, String message) implements CnsFault {}

    /// The disk is registered as a volume.
    ///
    /// @param volume the volume, if the fault names it
    record AlreadyRegistered(Optional<CnsVolumeId> volume, String message) implements CnsFault {}

    /// There is not enough space.
    ///
    /// @param datastore the name of the datastore; empty if the fault does not name it
    record NoDiskSpace(String datastore, String message) implements CnsFault {}

    /// The account lacks a privilege.
    ///
    /// @param object     the object on which it is missing, if the fault names it
    /// @param privileges the missing privileges, as in `Datastore.FileManagement`; may be empty
    record NoPermission(Optional<MoRef> object, List<String> privileges, String message) implements CnsFault {
        public NoPermission {
            privileges = List.copyOf(privileges);
        }
    }

    /// vCenter does not accept a value of the request.
    ///
    /// @param property the place of the value; empty if the fault does not name it
    record InvalidArgument(String property, String message) implements CnsFault {}

    /// This vCenter does not support the operation, or not with these values.
    record NotSupported(String message) implements CnsFault {}

    /// The volume is in use, for example attached to a VM.
    ///
    /// @param name the name of what is in use; empty if the fault does not name it
    record ResourceInUse(String name, String message) implements CnsFault {}

    /// A managed object of the request, such as a datastore, does not exist.
    ///
    /// @param object the object, if the fault names it
    record ManagedObjectNotFound(Optional<MoRef> object, String message) implements CnsFault {}

    /// Something that CNS needs for the operation does not exist: the disk, its file, or another object. Since it is
    /// only the cause of the fault, it does not prove that the volume does not exist.
    ///
    /// Rule from: vsphere-csi-driver, pkg/common/cns-lib/volume, which takes a volume for deleted only if the fault
    /// itself is `NotFound`.
    record CauseNotFound(String message) implements CnsFault {}

    /// A host, a datastore or an object that another task changes cannot be used now.
    ///
    /// @param type the type, as in `HostNotConnected`
    record Unavailable(String type, String message) implements CnsFault {}

    /// An object, mostly a VM, is in a state in which the operation is not possible.
    ///
    /// @param type the type, as in `InvalidPowerState`
    record InvalidState(String type, String message) implements CnsFault {}

    /// The VM has no place for another device.
    ///
    /// @param type the type, as in `TooManyDevices`
    record TooManyDevices(String type, String message) implements CnsFault {}

    /// The task was cancelled, by a person or by vCenter.
    record Canceled(String message) implements CnsFault {}

    /// Any other fault.
    ///
    /// @param type the type of the innermost fault, as in `SystemError`; empty if vCenter did not name it
    record Other(String type, String message) implements CnsFault {}
}
