package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigReport;
import java.nio.file.Path;
import java.util.Map;

/// Reads the configuration file that the flags name, with the environment of this process.
final class ConfigFile {
    private ConfigFile() {}

    static ConfigReport read(Options.ConfigOptions options) {
        return read(options.file(), options.strict(), System.getenv());
    }

    /// Reads a configuration file.
    ///
    /// @param strict true if a warning counts as an error
    static ConfigReport read(Path file, boolean strict, Map<String, String> environment) {
        ConfigReport report = ConfigReader.report(file, environment);
        return strict ? report.strict() : report;
    }
}
