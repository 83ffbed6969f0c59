package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;

/// Which kind of failure a fault type or an HTTP status is.
///
/// Fault types from the vSphere 6.7 API reference, method by method. The type decides, never the text: it is
/// empty on the simulator and translated on a vCenter.
final class FaultKinds {
    /// A session that is not known, said as a fault, or per property in an otherwise good answer.
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

    /// For an answer that is no result and holds no fault that we could read.
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

    /// Returns true for a status by which a server says that it takes no such request at this address, whoever
    /// sends it: 4xx, but for those about who sends it (401, 403, 407) and those that ask for patience (408, 429).
    static boolean isNotTaken(int status) {
        return status / 100 == 4
                && switch (status) {
                    case 401, 403, 407, 408, 429 -> false;
                    default -> true;
                };
    }

    /// What a failed login is: whoever is not let in, for whatever reason, was refused.
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
