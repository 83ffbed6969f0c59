package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.VcenterKey;
import java.util.ArrayList;
import java.util.List;

/// The table of all configuration keys of the cloud controller manager: those of every program of this project, and
/// its own.
final class CloudConfigTable {
    /// The flag that names the configuration file.
    static final String OPTION = "--cloud-config";

    static final KeyTable TABLE = new KeyTable(
            List.of(Section.GLOBAL, Section.VCENTER, CloudConfigSection.LABELS, CloudConfigSection.NODES),
            keys(),
            new ForeignKeys());

    private CloudConfigTable() {}

    /// Returns all keys in the order of the reference page, where the IP families stand before the proxy.
    private static List<ConfigKey> keys() {
        var keys = new ArrayList<ConfigKey>(List.of(VcenterKey.values()));
        keys.add(keys.indexOf(VcenterKey.PROXY_URL), CloudConfigKey.IP_FAMILY);
        List.of(CloudConfigKey.values()).stream()
                .filter(key -> key != CloudConfigKey.IP_FAMILY)
                .forEach(keys::add);
        return keys;
    }
}
