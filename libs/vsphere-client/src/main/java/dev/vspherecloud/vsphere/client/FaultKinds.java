package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;

/// Maps a fault type or an HTTP status to the kind of failure.
///
/// Fault types from the vSphere 6.7 API reference, method by method. The type decides, never the text: the text
/// is empty on the simulator and translated on a vCenter.
final class FaultKinds {
    /// The type of the fault for an unknown session. vCenter returns it as a fault, or as the reason for each
    /// missing property in an otherwise good response.
    static final String NOT_AUTHENTICATED = "NotAuthenticated";

    private FaultKinds() {}

    static Kind ofFault(String type) {
        return switch (type) {
            case NOT_AUTHENTICATED -> Kind.SESSION_LOST;
            case "InvalidLogin" -> Kind.LOGIN_REFUSED;
            case "NoPermission" -> Kind.NO_PERMISSION;
            case "ManagedObjectNotFound" -> Kind.OBJECT_GONE;
            case "InvalidCollectorVersion" -> Kind.INVALID_VERSION;
            case "RequestCanceled" -> Kind.CANCELED;
            case "InvalidProperty" -> Kind.INVALID_PROPERTY;
            case "MethodNotFound", "NotSupported", "NotImplemented" -> Kind.UNSUPPORTED;
            default -> Kind.FAULT;
        };
    }

    /// Maps the HTTP status of a response that contains neither a result nor a readable fault.
    static Kind ofStatus(int status) {
        return switch (status) {
            case 401 -> Kind.SESSION_LOST;
            case 403 -> Kind.NO_PERMISSION;
            case 404 -> Kind.UNSUPPORTED;
            case 408, 504 -> Kind.TIMEOUT;
            case 429, 503 -> Kind.BUSY;
            case 502 -> Kind.UNREACHABLE;
            default -> Kind.PROTOCOL;
        };
    }

    /// Returns true for an HTTP status by which a server refuses such a request at this address from any
    /// sender. These are the statuses 4xx, except those about the sender (401, 403, 407) and those that ask for
    /// a retry (408, 429).
    static boolean isRequestRefused(int status) {
        return status / 100 == 4
                && switch (status) {
                    case 401, 403, 407, 408, 429 -> false;
                    default -> true;
                };
    }

    /// Returns the kind of a failed login for another kind of failure: an unknown session or a missing
    /// permission counts as a refused login.
    static Kind ofLogin(Kind kind) {
        return switch (kind) {
            case SESSION_LOST, NO_PERMISSION -> Kind.LOGIN_REFUSED;
            case UNREACHABLE,
                    TIMEOUT,
                    TLS,
                    PROXY,
                    LOGIN_REFUSED,
                    OBJECT_GONE,
                    INVALID_VERSION,
                    CANCELED,
                    LOGIN_STOPPED,
                    INVALID_PROPERTY,
                    UNSUPPORTED,
                    BUSY,
                    TOO_LARGE,
                    PROTOCOL,
                    FAULT -> kind;
        };
    }
}
