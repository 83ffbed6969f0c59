package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.RawConfig;
import java.util.List;

/// The values of `vsphere.conf` and the environment, each checked. The program itself interprets its own keys.
///
/// @param raw with the environment applied
/// @param vcenters in the order of the file, no server and port twice
public record VsphereConf(RawConfig raw, List<ConfiguredVcenter> vcenters) {
    public VsphereConf {
        vcenters = List.copyOf(vcenters);
    }
}
