package dev.vspherecloud.ccm.config;

import java.util.Optional;

/// What reading a configuration came to, and for people what it means.
///
/// @param effective there when the result is [ConfigResult.Accepted], whether or not warnings are then taken for errors
public record ConfigReport(ConfigResult result, Optional<EffectiveConfig> effective) {
    /// The same, but a warning is an error: see [ConfigResult#strict()].
    public ConfigReport strict() {
        return new ConfigReport(result.strict(), effective);
    }
}
