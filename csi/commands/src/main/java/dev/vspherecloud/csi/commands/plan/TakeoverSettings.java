package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.TopologyLabels;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What the policies need of the configuration.
///
/// @param topologyKeys the label keys of the topology categories
/// @param vcenters     the servers of the vCenters
record TakeoverSettings(Set<String> topologyKeys, Set<String> vcenters) {
    public TakeoverSettings {
        topologyKeys = Set.copyOf(topologyKeys);
        vcenters = Set.copyOf(vcenters);
    }

    static TakeoverSettings of(CsiConfig config) {
        return new TakeoverSettings(
                config.topology().categories().stream()
                        .map(TopologyLabels.CategoryLabel::labelKey)
                        .collect(Collectors.toSet()),
                config.vcenters().stream()
                        .map(vcenter -> vcenter.connection().server())
                        .collect(Collectors.toSet()));
    }

    /// Returns true if a key is one of the driver, and the configuration does not have it. Keys of other domains may
    /// come from the cloud controller manager, so nothing is known about them.
    static boolean isUnknownKey(Optional<TakeoverSettings> settings, String key) {
        return key.startsWith("topology.csi.vmware.com/")
                && settings.isPresent()
                && !settings.get().topologyKeys().contains(key);
    }
}
