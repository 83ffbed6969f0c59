package dev.vspherecloud.csi.domain.volume;

import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The handle of a volume: `volumeHandle` of a PersistentVolume, `volume_id` of a request.
///
/// Rule from: vsphere-csi-driver, pkg/common/cns-lib: the prefix `file:`, and `.vmdk` for volumes of the in-tree
/// driver.
public sealed interface VolumeHandle {
    /// A block volume.
    ///
    /// @param id the UUID of the first-class disk, as written
    record Block(String id) implements VolumeHandle {
        @Override
        public String text() {
            return id;
        }
    }

    /// A file volume of vSAN.
    ///
    /// @param id the UUID of the file share, as written, without the prefix `file:`
    record FileShare(String id) implements VolumeHandle {
        @Override
        public String text() {
            return VolumeForm.FILE_PREFIX + id;
        }
    }

    /// A block volume that the in-tree driver created.
    ///
    /// @param path the path in the datastore, such as `kubevols/claim-1.vmdk`
    record InTree(String datastore, String path) implements VolumeHandle {
        @Override
        public String text() {
            return "[" + datastore + "] " + path;
        }
    }

    Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    /// The name of a datastore ends at the first bracket. Those of folders and files may have brackets.
    Pattern VMDK = Pattern.compile("\\[([^]\\p{Cntrl}]+)] *+(\\P{Cntrl}*[^/\\p{Cntrl}]\\.vmdk)");

    /// Returns the handle in its usual form. Only the blanks after the datastore may differ from what was parsed.
    String text();

    /// Parses a handle; empty if it has none of the three forms.
    static Optional<VolumeHandle> parse(String text) {
        if (text.startsWith(VolumeForm.FILE_PREFIX)) {
            String id = text.substring(VolumeForm.FILE_PREFIX.length());
            return UUID.matcher(id).matches() ? Optional.of(new FileShare(id)) : Optional.empty();
        }
        if (UUID.matcher(text).matches()) {
            return Optional.of(new Block(text));
        }
        Matcher vmdk = VMDK.matcher(text);
        return vmdk.matches() ? Optional.of(new InTree(vmdk.group(1), vmdk.group(2))) : Optional.empty();
    }
}
