package dev.vspherecloud.ccm.config;

import java.util.Optional;

/// The result of reading a configuration, together with its effective values for people.
///
/// @param effective the effective values; present if the configuration is valid, even if [#strict] then rejects it
///     for its warnings
public record ConfigReport(ConfigResult result, Optional<EffectiveConfig> effective) {
    /// Returns this report with warnings treated as errors: see [ConfigResult#strict()].
    public ConfigReport strict() {
        return new ConfigReport(result.strict(), effective);
    }
}
