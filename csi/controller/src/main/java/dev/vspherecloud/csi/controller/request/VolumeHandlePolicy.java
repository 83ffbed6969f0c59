package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import java.util.Optional;

/// Decides how a call goes on with the handle that it names. Pure.
///
/// Rule from: the CSI specification, and csi-sanity, which deletes a volume with a handle of another form and expects
/// success.
public final class VolumeHandlePolicy {
    private VolumeHandlePolicy() {}

    /// Checks the handle of a request.
    ///
    /// @param text the field of the request; empty if the field is missing
    public static HandleResult evaluate(String text, HandleUse use) {
        if (text.isEmpty()) {
            return refused(Code.INVALID_ARGUMENT, "found no volume id, expected one; correct the request");
        }
        Optional<VolumeHandle> handle = VolumeHandle.parse(text);
        return handle.isPresent() ? ofForm(handle.get(), use) : unknown(text, use);
    }

    private static HandleResult ofForm(VolumeHandle handle, HandleUse use) {
        if (use != HandleUse.CREATE_SNAPSHOT) {
            return new HandleResult.Usable(handle);
        }
        return switch (handle) {
            case VolumeHandle.Block _ -> new HandleResult.Usable(handle);
            case VolumeHandle.FileShare _ ->
                refused(
                        Code.INVALID_ARGUMENT,
                        "found a file volume as the source, expected a block volume; use the snapshots of vSAN");
            case VolumeHandle.InTree _ ->
                refused(
                        Code.UNIMPLEMENTED,
                        "found a volume of the in-tree driver as the source, expected one of this driver; copy the data to a new volume first");
        };
    }

    private static HandleResult unknown(String text, HandleUse use) {
        String found = "found the volume id " + RawValue.printable(text)
                + ", expected a UUID, file:<UUID> or [datastore] path.vmdk";
        return switch (use) {
            case DELETE, UNPUBLISH -> new HandleResult.NothingToDo(found + "; no volume has such an id");
            case PUBLISH, EXPAND, VALIDATE, CREATE_SNAPSHOT ->
                refused(Code.NOT_FOUND, found + "; correct volumeHandle of the PersistentVolume");
        };
    }

    private static HandleResult refused(Code code, String sentence) {
        return new HandleResult.Refused(new VolumeError(code, sentence));
    }
}
