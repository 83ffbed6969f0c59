package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.RawConfig;
import java.util.List;

/// What `vsphere.conf` and the environment say, value by value checked. What a program's own keys mean, the program
/// says.
///
/// @param raw      with the environment worked in
/// @param vcenters in the order of the file, no server and port twice
public record VsphereConf(RawConfig raw, List<ConfiguredVcenter> vcenters) {
    public VsphereConf {
        vcenters = List.copyOf(vcenters);
    }
}
