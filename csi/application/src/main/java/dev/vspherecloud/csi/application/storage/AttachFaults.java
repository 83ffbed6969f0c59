package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.volumes.attachment.AttachTaskResult;
import java.util.List;
import java.util.Set;

/// Translates the faults of tasks that attach or detach. Pure.
///
/// Rule from: csi 3.9 and csi-production 11.
final class AttachFaults {
    /// The faults of a VM in a state that a person must change.
    private static final Set<String> OF_STATE =
            Set.of("InvalidState", "InvalidPowerState", "InvalidVmState", "InvalidVmConfig", "InvalidDeviceSpec");

    private static final Set<String> OF_SLOTS = Set.of("TooManyDevices", "TooManyDisksOnLegacyHost");

    private AttachFaults() {}

    static AttachTaskResult.Refused of(CnsFault fault) {
        TaskResult.Failed general = CnsFaults.ofTask(fault, List.of());
        return new AttachTaskResult.Refused(
                switch (fault) {
                    case CnsFault.NotFound _ -> AttachTaskResult.Fault.VOLUME_MISSING;
                    case CnsFault.ResourceInUse _ -> AttachTaskResult.Fault.IN_USE;
                    case CnsFault.ManagedObjectNotFound _ -> AttachTaskResult.Fault.VM_GONE;
                    default -> AttachTaskResult.Fault.OTHER;
                },
                code(fault, general.code()),
                fault instanceof CnsFault.NoPermission(var _, List<String> privileges, var _) && privileges.isEmpty()
                        ? general.message()
                                + "; it needs VirtualMachine.Config.AddExistingDisk and VirtualMachine.Config.AddRemoveDevice on the VM, and Datastore.FileManagement on the datastore"
                        : general.message());
    }

    private static OperationCode code(CnsFault fault, OperationCode general) {
        if (fault instanceof CnsFault.Other(String type, var _)) {
            if (OF_STATE.contains(type)) {
                return OperationCode.FAILED_PRECONDITION;
            }
            return OF_SLOTS.contains(type) ? OperationCode.RESOURCE_EXHAUSTED : general;
        }
        return general;
    }
}
