package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Translates failures of vCenter to codes and sentences for the caller. Pure.
///
/// Rule from: csi 3.9 and csi-production 6.
public final class CnsFaults {
    /// The faults of an object that another task changes. There is nothing to repair.
    private static final Set<String> BUSY = Set.of("TaskInProgress", "ConcurrentAccess", "Timedout");

    private CnsFaults() {}

    /// Translates the fault of a task.
    ///
    /// @param placement why datastores could not take a new volume; may be empty. It counts if the fault is
    ///     not known, and if all datastores have the same code
    public static TaskResult.Failed ofTask(CnsFault fault, List<CnsFault> placement) {
        String reasons = placement.stream()
                .map(CnsFaults::sentence)
                .filter(sentence -> !sentence.equals(sentence(fault)))
                .distinct()
                .collect(Collectors.joining("; "));
        Set<OperationCode> codes = placement.stream().map(CnsFaults::code).collect(Collectors.toSet());
        return new TaskResult.Failed(
                fault instanceof CnsFault.Other && codes.size() == 1
                        ? codes.iterator().next()
                        : code(fault),
                sentence(fault) + (reasons.isEmpty() ? "" : "; " + reasons));
    }

    private static OperationCode code(CnsFault fault) {
        return switch (fault) {
            case CnsFault.NotFound _, CnsFault.NotRegistered _, CnsFault.SnapshotNotFound _, CnsFault.CauseNotFound _ ->
                OperationCode.NOT_FOUND;
            case CnsFault.AlreadyExists _, CnsFault.AlreadyRegistered _ -> OperationCode.ALREADY_EXISTS;
            case CnsFault.NoDiskSpace _ -> OperationCode.RESOURCE_EXHAUSTED;
            case CnsFault.NoPermission _ -> OperationCode.PERMISSION_DENIED;
            case CnsFault.NotSupported _, CnsFault.ResourceInUse _ -> OperationCode.FAILED_PRECONDITION;
            case CnsFault.InvalidArgument _ -> OperationCode.INVALID_ARGUMENT;
            // The task has ended with a fault that passes, so a new attempt cannot be a second one; and it may find
            // another host or datastore.
            case CnsFault.ManagedObjectNotFound _, CnsFault.Unavailable _ -> OperationCode.UNAVAILABLE;
            case CnsFault.Canceled _ -> OperationCode.ABORTED;
            case CnsFault.SnapshotCreated _, CnsFault.InvalidState _, CnsFault.TooManyDevices _, CnsFault.Other _ ->
                OperationCode.INTERNAL;
        };
    }

    private static String sentence(CnsFault fault) {
        String text = fault.message().isEmpty() ? "no message" : fault.message();
        return switch (fault) {
            case CnsFault.NotFound _ -> "vCenter does not find the volume (%s)".formatted(text);
            case CnsFault.SnapshotNotFound(var _, String id, var _) ->
                "vCenter does not find the snapshot%s (%s)".formatted(id.isEmpty() ? "" : " " + id, text);
            case CnsFault.SnapshotCreated(var _, String id, var _) ->
                "vCenter has created the snapshot%s and not recorded it (%s)"
                        .formatted(id.isEmpty() ? "" : " " + id, text);
            case CnsFault.NotRegistered _ ->
                "vCenter has the disk, and CNS does not know it as a volume (%s); register it".formatted(text);
            case CnsFault.AlreadyExists _ -> "vCenter has another volume with this id (%s)".formatted(text);
            case CnsFault.AlreadyRegistered _ -> "the disk is a volume already (%s)".formatted(text);
            case CnsFault.NoDiskSpace(String datastore, var _) ->
                "vCenter has not enough space%s (%s); free space, or use another datastore"
                        .formatted(datastore.isEmpty() ? "" : " on datastore " + datastore, text);
            case CnsFault.NoPermission(var object, var privileges, var _) ->
                "the account lacks %s on %s (%s); add the privilege to its role"
                        .formatted(
                                privileges.isEmpty() ? "a privilege" : String.join(", ", privileges),
                                object.map(Object::toString).orElse("an object"),
                                text);
            case CnsFault.InvalidArgument(String property, var _) ->
                "vCenter does not accept %s (%s)".formatted(property.isEmpty() ? "a value" : property, text);
            case CnsFault.NotSupported _ -> "this vCenter does not support the operation (%s)".formatted(text);
            case CnsFault.ResourceInUse(String name, var _) ->
                "the volume is in use%s (%s); detach it first".formatted(name.isEmpty() ? "" : " by " + name, text);
            case CnsFault.ManagedObjectNotFound(var object, var _) ->
                "vCenter does not find %s (%s)"
                        .formatted(object.map(Object::toString).orElse("an object"), text);
            case CnsFault.Canceled _ -> "the task was cancelled in vCenter (%s)".formatted(text);
            case CnsFault.CauseNotFound _ ->
                "vCenter does not find something that the operation needs (%s); look for the disk on its datastore"
                        .formatted(text);
            case CnsFault.Unavailable(String type, var _)
            when BUSY.contains(type) -> "vCenter cannot do it now: %s (%s); the call is repeated".formatted(type, text);
            case CnsFault.Unavailable(String type, var _) ->
                "vCenter cannot do it now: %s (%s); repair the host or the datastore; the call is repeated"
                        .formatted(type, text);
            case CnsFault.InvalidState(String type, var _) -> failed(type, text);
            case CnsFault.TooManyDevices(String type, var _) -> failed(type, text);
            case CnsFault.Other(String type, var _) -> failed(type.isEmpty() ? "a fault without a type" : type, text);
        };
    }

    private static String failed(String type, String text) {
        return "vCenter failed with %s (%s); look for it in the log of the vCenter".formatted(type, text);
    }

    /// Translates the failure of a call that starts a task. [SendResult.Refused] is proof that nothing was started.
    static SendResult ofCall(VcenterException failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure.kind()) {
            case TLS, PROXY, LOGIN_REFUSED, LOGIN_STOPPED, SESSION_LOST, BUSY ->
                new SendResult.Refused(OperationCode.UNAVAILABLE, message);
            case NO_PERMISSION -> new SendResult.Refused(OperationCode.PERMISSION_DENIED, message);
            case UNSUPPORTED -> new SendResult.Refused(OperationCode.FAILED_PRECONDITION, message);
            case OBJECT_GONE -> new SendResult.Refused(OperationCode.UNAVAILABLE, message);
            case FAULT -> new SendResult.Refused(code(CnsFault.of(failure)), message);
            case INVALID_PROPERTY -> new SendResult.Refused(OperationCode.INVALID_ARGUMENT, message);
            case UNREACHABLE, TIMEOUT ->
                failure.areCredentialsUnchecked()
                        ? new SendResult.Refused(OperationCode.UNAVAILABLE, message)
                        : new SendResult.Lost();
            case CANCELED, TOO_LARGE, PROTOCOL, INVALID_VERSION -> new SendResult.Lost();
        };
    }

    /// Translates the failure of a search for tasks. A vCenter that refuses it will refuse it again.
    static TaskSearchResult ofSearch(VcenterException failure) {
        return switch (failure.kind()) {
            case NO_PERMISSION, UNSUPPORTED, OBJECT_GONE, INVALID_PROPERTY, FAULT, TOO_LARGE, PROTOCOL ->
                new TaskSearchResult.NotPossible(String.valueOf(failure.getMessage()));
            case UNREACHABLE,
                    TIMEOUT,
                    TLS,
                    PROXY,
                    LOGIN_REFUSED,
                    SESSION_LOST,
                    INVALID_VERSION,
                    CANCELED,
                    LOGIN_STOPPED,
                    BUSY -> new TaskSearchResult.Unanswered();
        };
    }
}
