package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigReport;
import java.nio.file.Path;
import java.util.Map;

/// Reads the configuration file that the flags name.
final class ConfigFile {
    private ConfigFile() {}

    static ConfigReport read(Options.ConfigOptions options, Map<String, String> environment) {
        return read(options.file(), options.strict(), environment);
    }

    /// Reads a configuration file.
    ///
    /// @param strict true if a warning counts as an error
    /// @param environment the environment variables of the process
    static ConfigReport read(Path file, boolean strict, Map<String, String> environment) {
        ConfigReport report = ConfigReader.report(file, environment);
        return strict ? report.strict() : report;
    }
}
