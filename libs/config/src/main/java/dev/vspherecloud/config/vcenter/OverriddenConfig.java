package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import java.util.Set;

/// A configuration with the environment variables applied: see [EnvironmentOverrides].
///
/// @param config the configuration with the vCenter that `global.server` defines, and those that environment
///     variables define
/// @param written the section `global` without environment variables
/// @param ofEnvironment the names of the vCenters that environment variables define
/// @param all true if every documented variable counts, not only those that have an effect in
///     cloud-provider-vsphere (Go)
record OverriddenConfig(RawConfig config, RawSection written, Set<String> ofEnvironment, boolean all) {
    OverriddenConfig {
        ofEnvironment = Set.copyOf(ofEnvironment);
    }

    RawSection global() {
        return config.global();
    }
}
