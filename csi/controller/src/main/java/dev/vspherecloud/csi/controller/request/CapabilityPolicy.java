package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.domain.volume.RequestedCapability;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Decides which kind of volume has the requested capabilities. Pure.
///
/// Rule from: vsphere-csi-driver, pkg/csi/service/common, validation of capabilities. Differs: an empty list, an
/// unknown mode and ntfs are refused, and several filesystems in one request too.
final class CapabilityPolicy {
    private static final Set<String> BLOCK_FILESYSTEMS = Set.of("ext3", "ext4", "xfs");
    private static final Set<String> FILE_FILESYSTEMS = Set.of("", "nfs", "nfs4", "ext4");
    private static final String DEFAULT_FILESYSTEM = "ext4";

    private CapabilityPolicy() {}

    /// Checks the capabilities of a request.
    ///
    /// @param hasSingleNodeMultiWriter true if the driver announces SINGLE_NODE_MULTI_WRITER. Then the sidecars
    ///     send the two modes with one Node and one or several writers in place of SINGLE_NODE_WRITER
    public static CapabilityResult evaluate(List<RequestedCapability> requested, boolean hasSingleNodeMultiWriter) {
        if (requested.isEmpty()) {
            return refused("found no volume capability, expected at least one; correct the request");
        }
        boolean isFile = requested.stream().anyMatch(each -> each.mode().isMultiNode());
        Optional<CapabilityResult> error = requested.stream()
                .flatMap(each -> (isFile ? fileError(each) : blockError(each, hasSingleNodeMultiWriter)).stream())
                .findFirst();
        return error.orElseGet(() -> isFile ? new CapabilityResult.FileVolume() : block(requested));
    }

    private static Optional<CapabilityResult> fileError(RequestedCapability each) {
        if (!each.mode().isMultiNode()) {
            return Optional.of(refused("found " + each.mode()
                    + " beside an access mode for several Nodes, expected one kind of volume; correct the claim"));
        }
        if (each.isRawBlock()) {
            return Optional.of(refused("found " + each.mode()
                    + " for a raw block volume, expected ReadWriteOnce; change the access mode or volumeMode"
                    + " of the claim"));
        }
        return FILE_FILESYSTEMS.contains(each.fsType())
                ? Optional.empty()
                : Optional.of(refused("found the filesystem " + RawValue.printable(each.fsType())
                        + " for a file volume, expected nfs4; remove csi.storage.k8s.io/fstype from the"
                        + " StorageClass, or request ReadWriteOnce"));
    }

    private static Optional<CapabilityResult> blockError(RequestedCapability each, boolean hasSingleNodeMultiWriter) {
        boolean isKnown =
                switch (each.mode()) {
                    case SINGLE_NODE_WRITER -> true;
                    case SINGLE_NODE_SINGLE_WRITER, SINGLE_NODE_MULTI_WRITER -> hasSingleNodeMultiWriter;
                    case UNKNOWN,
                            SINGLE_NODE_READER_ONLY,
                            MULTI_NODE_READER_ONLY,
                            MULTI_NODE_SINGLE_WRITER,
                            MULTI_NODE_MULTI_WRITER -> false;
                };
        if (!isKnown) {
            return Optional.of(
                    refused("found the access mode " + each.mode() + ", expected ReadWriteOnce; correct the claim"));
        }
        boolean fits = each.isRawBlock() || each.fsType().isEmpty() || BLOCK_FILESYSTEMS.contains(each.fsType());
        if (!fits && each.fsType().equals("ntfs")) {
            return Optional.of(refused("found the filesystem ntfs, expected ext4, ext3 or xfs: this driver does not"
                    + " serve Windows Nodes; use vsphere-csi-driver (Go) for them"));
        }
        return fits
                ? Optional.empty()
                : Optional.of(refused("found the filesystem " + RawValue.printable(each.fsType())
                        + ", expected ext4, ext3 or xfs; correct csi.storage.k8s.io/fstype in the StorageClass"));
    }

    private static CapabilityResult block(List<RequestedCapability> requested) {
        var filesystems = new TreeSet<String>();
        for (RequestedCapability each : requested) {
            filesystems.add(each.isRawBlock() ? "" : each.fsType().isEmpty() ? DEFAULT_FILESYSTEM : each.fsType());
        }
        if (filesystems.size() > 1) {
            return refused("found several filesystems, or one beside raw block, in one request, expected only one;"
                    + " correct the request");
        }
        return filesystems.getFirst().isEmpty()
                ? new CapabilityResult.RawBlock()
                : new CapabilityResult.BlockWithFilesystem(filesystems.getFirst());
    }

    private static CapabilityResult refused(String sentence) {
        return new CapabilityResult.Refused(VolumeError.invalid(sentence));
    }
}
