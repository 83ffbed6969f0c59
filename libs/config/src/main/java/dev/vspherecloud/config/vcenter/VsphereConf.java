package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.RawConfig;
import java.util.List;

/// The checked configuration of `vsphere.conf` and the environment variables. Each program interprets its own
/// keys itself.
///
/// @param raw the configuration as written, with the environment variables applied
/// @param vcenters the vCenters in the order of the file, each server and port once
public record VsphereConf(RawConfig raw, List<ConfiguredVcenter> vcenters) {
    public VsphereConf {
        vcenters = List.copyOf(vcenters);
    }
}
