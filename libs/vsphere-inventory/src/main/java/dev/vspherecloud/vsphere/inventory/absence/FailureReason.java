package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.vsphere.client.VcenterException;

/// Maps a failure of a vCenter to the reason that users see. Pure.
public final class FailureReason {
    private FailureReason() {}

    public static VsphereReason of(VcenterException.Kind kind) {
        return switch (kind) {
            case UNREACHABLE, PROXY -> VsphereReason.VCENTER_UNREACHABLE;
            case TLS -> VsphereReason.VCENTER_UNTRUSTED;
            case LOGIN_REFUSED -> VsphereReason.LOGIN_REFUSED;
            case NO_PERMISSION -> VsphereReason.PERMISSION_MISSING;
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
                    FAULT -> VsphereReason.VCENTER_SILENT;
        };
    }
}
