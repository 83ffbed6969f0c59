package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.operations.attachment.AttachTaskResult;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.util.List;

/// Translates the faults of tasks that attach or detach. Pure.
///
/// Rule from: csi 3.9 and csi-production 11.
public final class AttachFaults {
    private AttachFaults() {}

    public static AttachTaskResult.Refused of(CnsFault fault) {
        TaskResult.Failed general = CnsFaults.ofTask(fault, List.of());
        return new AttachTaskResult.Refused(
                switch (fault) {
                    case CnsFault.NotFound _ -> AttachTaskResult.Fault.VOLUME_MISSING;
                    case CnsFault.ResourceInUse _ -> AttachTaskResult.Fault.IN_USE;
                    case CnsFault.ManagedObjectNotFound _ -> AttachTaskResult.Fault.VM_GONE;
                    default -> AttachTaskResult.Fault.OTHER;
                },
                code(fault, general.code()),
                fault.kind(),
                fault instanceof CnsFault.NoPermission(var _, List<String> privileges, var _) && privileges.isEmpty()
                        ? general.message()
                                + "; it needs VirtualMachine.Config.AddExistingDisk and VirtualMachine.Config.AddRemoveDevice on the VM, and Datastore.FileManagement on the datastore"
                        : general.message());
    }

    /// Translates the failure of a call that starts a task.
    public static SendResult ofCall(VcenterException failure) {
        SendResult general = CnsFaults.ofCall(failure);
        return failure.kind() == VcenterException.Kind.FAULT
                        && general instanceof SendResult.Refused(OperationCode code, String message)
                ? new SendResult.Refused(code(CnsFault.of(failure), code), message)
                : general;
    }

    private static OperationCode code(CnsFault fault, OperationCode general) {
        return switch (fault) {
            // A person must change the state of the VM.
            case CnsFault.InvalidState _ -> OperationCode.FAILED_PRECONDITION;
            case CnsFault.TooManyDevices _ -> OperationCode.RESOURCE_EXHAUSTED;
            default -> general;
        };
    }
}
