package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigReport;
import java.nio.file.Path;
import java.util.Map;

/// The configuration that the flags and the environment of this process name.
final class ConfigFile {
    private ConfigFile() {}

    static ConfigReport read(Options.ConfigOptions options) {
        return read(options.file(), options.strict(), System.getenv());
    }

    /// @param strict true if a warning is an error
    static ConfigReport read(Path file, boolean strict, Map<String, String> environment) {
        ConfigReport report = ConfigReader.report(file, environment);
        return strict ? report.strict() : report;
    }
}
