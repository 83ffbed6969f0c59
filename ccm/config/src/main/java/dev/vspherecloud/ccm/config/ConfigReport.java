package dev.vspherecloud.ccm.config;

import java.util.Optional;

/// The result of reading a configuration, and for people the effective values.
///
/// @param effective present if the result is [ConfigResult.Accepted], whether or not warnings are then treated as
///   errors
public record ConfigReport(ConfigResult result, Optional<EffectiveConfig> effective) {
    /// Returns this report with warnings as errors: see [ConfigResult#strict()].
    public ConfigReport strict() {
        return new ConfigReport(result.strict(), effective);
    }
}
