package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.vsphere.client.VcenterException;

/// What a failure of a vCenter is called before the people who can mend it. Pure.
public final class FailureReason {
    private FailureReason() {}

    public static ReasonCode of(VcenterException.Kind kind) {
        return switch (kind) {
            case UNREACHABLE, PROXY -> ReasonCode.VCENTER_UNREACHABLE;
            case TLS -> ReasonCode.VCENTER_UNTRUSTED;
            case LOGIN_REFUSED -> ReasonCode.LOGIN_REFUSED;
            case NO_PERMISSION -> ReasonCode.PERMISSION_MISSING;
            case TIMEOUT,
                    SESSION_LOST,
                    OBJECT_GONE,
                    INVALID_VERSION,
                    CANCELED,
                    LOGIN_STOPPED,
                    INVALID_PROPERTY,
                    UNSUPPORTED,
                    BUSY,
                    TOO_LARGE,
                    PROTOCOL,
                    FAULT -> ReasonCode.VCENTER_SILENT;
        };
    }
}
