package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.VcenterKey;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The table of all configuration keys of the CSI driver: those of every program of this project, and its own.
final class CsiConfigTable {
    /// The environment variable that names the configuration file.
    static final String OPTION = "VSPHERE_CSI_CONFIG";

    static final KeyTable TABLE = new KeyTable(
            List.of(
                    Section.GLOBAL,
                    Section.VCENTER,
                    CsiConfigSection.LABELS,
                    CsiConfigSection.TOPOLOGY_CATEGORY,
                    CsiConfigSection.NET_PERMISSIONS,
                    CsiConfigSection.SNAPSHOT,
                    CsiConfigSection.CSI),
            Stream.<ConfigKey>concat(Stream.of(VcenterKey.values()), Stream.of(CsiConfigKey.values()))
                    .toList(),
            new CsiForeignKeys());

    /// The shared keys that vsphere-csi-driver (Go) knows too.
    private static final Set<ConfigKey> SHARED_WITH_UPSTREAM = Set.of(
            VcenterKey.PORT_NUMBER,
            VcenterKey.USER,
            VcenterKey.PASSWORD,
            VcenterKey.INSECURE_FLAG,
            VcenterKey.CA_FILE,
            VcenterKey.THUMBPRINT,
            VcenterKey.DATACENTERS);

    private CsiConfigTable() {}

    /// Returns true if vsphere-csi-driver (Go) does not know the key in this section.
    static boolean isOfThisProject(Section section, ConfigKey key) {
        return section.equals(CsiConfigSection.CSI)
                || key == CsiConfigKey.RETIRED_CLUSTER_IDS
                || (key instanceof VcenterKey && !SHARED_WITH_UPSTREAM.contains(key));
    }
}
