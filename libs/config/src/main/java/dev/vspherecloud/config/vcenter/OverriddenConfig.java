package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import java.util.Set;

/// A configuration with the environment applied: see [EnvironmentOverrides].
///
/// @param config with the vCenter that `global.server` means, and those that the environment names
/// @param written `global` as it was before
/// @param ofEnvironment names of the vCenters that the environment names
/// @param all true if every documented variable counts, not only those that work in cloud-provider-vsphere (Go)
record OverriddenConfig(RawConfig config, RawSection written, Set<String> ofEnvironment, boolean all) {
    OverriddenConfig {
        ofEnvironment = Set.copyOf(ofEnvironment);
    }

    RawSection global() {
        return config.global();
    }
}
