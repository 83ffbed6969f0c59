package dev.vspherecloud.csi.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The files from which the CSI driver reads its configuration.
///
/// @param own the file of the CSI driver
/// @param shared the file that the cloud controller manager reads too; empty if the driver does not look for one
public record CsiConfigFiles(Path own, Optional<Path> shared) {
    private static final Path OWN = Path.of("/etc/cloud/csi-vsphere.conf");
    private static final Path SHARED = Path.of("/etc/cloud/vsphere.conf");

    /// Returns the files of this process: `csi-vsphere.conf`, or the file that `VSPHERE_CSI_CONFIG` names, and
    /// `vsphere.conf` in the same directory. If the variable names `vsphere.conf` itself, that is the only file.
    public static CsiConfigFiles of(Map<String, String> environment) {
        String named = environment.getOrDefault(CsiConfigTable.OPTION, "").strip();
        Path own = named.isEmpty() ? OWN : Path.of(named);
        Path shared = own.resolveSibling(SHARED.getFileName());
        return own.equals(shared)
                ? new CsiConfigFiles(own.resolveSibling(OWN.getFileName()), Optional.of(own))
                : new CsiConfigFiles(own, Optional.of(shared));
    }
}
