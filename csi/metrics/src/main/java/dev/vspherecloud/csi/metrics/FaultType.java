package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.csi.cns.CnsFault;
import java.util.Set;

/// The reason why a CSI call failed, as vsphere-csi-driver (Go) names it in metrics.
///
/// A vSphere fault that the table of metrics does not name counts as `other`, since a vCenter could name any.
///
/// Rule from: csi 8.3.
///
/// @param text the value of the label `faulttype`, as in `vim.fault.NoDiskSpace`
public record FaultType(String text) {
    /// The call did not fail.
    static final FaultType NONE = new FaultType("");

    public static final FaultType INTERNAL = new FaultType("csi.fault.Internal");
    public static final FaultType NOT_FOUND = new FaultType("csi.fault.NotFound");
    public static final FaultType INVALID_ARGUMENT = new FaultType("csi.fault.InvalidArgument");
    public static final FaultType UNIMPLEMENTED = new FaultType("csi.fault.Unimplemented");

    public static final FaultType NO_PERMISSION = new FaultType("vim.fault.NoPermission");
    public static final FaultType NO_DISK_SPACE = new FaultType("vim.fault.NoDiskSpace");

    private static final String VIM = "vim.fault.";

    /// The prefix of faults whose cause is not the storage.
    private static final String NOT_STORAGE = "csi.fault.nonstorage.";

    private static final Set<String> FAULTS_OF_HOSTS = Set.of("InvalidHostState", "HostNotConnected");

    /// Returns the type for a fault of vCenter.
    public static FaultType of(CnsFault fault) {
        return switch (fault) {
            case CnsFault.NotFound _, CnsFault.SnapshotNotFound _, CnsFault.CauseNotFound _ -> vim("NotFound");
            case CnsFault.NotRegistered _ -> vim("CnsNotRegisteredFault");
            case CnsFault.AlreadyExists _ -> vim("CnsVolumeAlreadyExistsFault");
            case CnsFault.AlreadyRegistered _ -> vim("CnsAlreadyRegisteredFault");
            case CnsFault.NoDiskSpace _ -> vim("NoDiskSpace");
            case CnsFault.NoPermission _ -> vim("NoPermission");
            case CnsFault.InvalidArgument _ -> vim("InvalidArgument");
            case CnsFault.NotSupported _ -> vim("NotSupported");
            case CnsFault.ResourceInUse _ -> vim("ResourceInUse");
            case CnsFault.ManagedObjectNotFound _ -> vim("ManagedObjectNotFound");
            case CnsFault.Canceled _ -> vim("RequestCanceled");
            case CnsFault.SnapshotCreated _ -> vim("CnsSnapshotCreatedFault");
            case CnsFault.Unavailable(String type, String _) -> vim(type);
            case CnsFault.InvalidState(String type, String _) -> vim(type);
            case CnsFault.TooManyDevices(String type, String _) -> vim(type);
            case CnsFault.Other(String type, String _) -> type.isEmpty() ? INTERNAL : vim(type);
        };
    }

    private static FaultType vim(String type) {
        return new FaultType((FAULTS_OF_HOSTS.contains(type) ? NOT_STORAGE : "") + VIM + type);
    }
}
