package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.VcenterException;

/// Says what vCenter refused.
public final class CnsRefusals {
    private CnsRefusals() {}

    /// Returns true if a call may have failed because of what it contains, so that the same call for fewer volumes may
    /// succeed. A vCenter that is not reached, or that refuses the caller, refuses every call.
    public static boolean isOfContent(VcenterException failure) {
        return switch (failure.kind()) {
            case FAULT, INVALID_PROPERTY, OBJECT_GONE, NO_PERMISSION, TOO_LARGE -> true;
            case UNREACHABLE,
                    TIMEOUT,
                    TLS,
                    PROXY,
                    LOGIN_REFUSED,
                    SESSION_LOST,
                    INVALID_VERSION,
                    CANCELED,
                    LOGIN_STOPPED,
                    UNSUPPORTED,
                    BUSY,
                    PROTOCOL -> false;
        };
    }
}
