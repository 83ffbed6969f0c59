package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;

/// Decides the size of a new volume. Pure.
///
/// Rule from: vsphere-csi-driver, CreateVolume: 10 GiB by default, rounded up to whole MiB. Differs: the upper limit
/// of the request counts, and so do the limits of vSphere and XFS.
public final class SizePolicy {
    private static final long MEBIBYTE = 1L << 20;
    private static final long DEFAULT_MEBIBYTES = 10L << 10;

    /// The largest virtual disk of vSphere: 62 TiB.
    private static final long MAX_MEBIBYTES = 62L << 20;

    /// The smallest filesystem that mkfs.xfs makes.
    private static final long MIN_XFS_MEBIBYTES = 300;

    private SizePolicy() {}

    /// Decides the size of a new volume.
    ///
    /// @param required the lower limit of the request in bytes; 0 if it has none
    /// @param limit the upper limit of the request in bytes; 0 if it has none
    /// @param capability the kind of volume, from [CapabilityPolicy]
    public static SizeResult evaluate(long required, long limit, CapabilityResult capability) {
        if (required < 0 || limit < 0) {
            return refused(
                    Code.INVALID_ARGUMENT, "found a negative number of bytes, expected 0 or more; correct the request");
        }
        if (limit > 0 && required > limit) {
            return refused(
                    Code.OUT_OF_RANGE,
                    "found %d bytes required and a limit of %d, expected the limit to be at least as high; correct the request"
                            .formatted(required, limit));
        }
        long mebibytes = required == 0 ? standard(limit) : required / MEBIBYTE + (required % MEBIBYTE == 0 ? 0 : 1);
        if (mebibytes == 0 || (limit > 0 && mebibytes > limit / MEBIBYTE)) {
            return refused(
                    Code.OUT_OF_RANGE,
                    "found %d bytes required and a limit of %d, expected a whole number of MiB between them; raise the limit"
                            .formatted(required, limit));
        }
        return checked(mebibytes, capability);
    }

    private static long standard(long limit) {
        return limit == 0 ? DEFAULT_MEBIBYTES : Math.min(DEFAULT_MEBIBYTES, limit / MEBIBYTE);
    }

    private static SizeResult checked(long mebibytes, CapabilityResult capability) {
        if (mebibytes > MAX_MEBIBYTES) {
            return refused(
                    Code.OUT_OF_RANGE,
                    "found a size of %d MiB, expected at most 62 TiB, the largest disk of vSphere; request less"
                            .formatted(mebibytes));
        }
        boolean isXfs = capability.equals(new CapabilityResult.BlockWithFilesystem("xfs"));
        if (isXfs && mebibytes < MIN_XFS_MEBIBYTES) {
            return refused(
                    Code.INVALID_ARGUMENT,
                    "found a size of %d MiB for the filesystem xfs, expected at least %d MiB; request more, or use ext4"
                            .formatted(mebibytes, MIN_XFS_MEBIBYTES));
        }
        return new SizeResult.Accepted(mebibytes);
    }

    private static SizeResult refused(Code code, String sentence) {
        return new SizeResult.Refused(new VolumeError(code, sentence));
    }
}
