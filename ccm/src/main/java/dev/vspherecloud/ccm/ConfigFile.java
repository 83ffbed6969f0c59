package dev.vspherecloud.ccm;

import dev.vspherecloud.config.ConfigReader;
import dev.vspherecloud.config.ConfigReport;

/// The configuration that the flags and the environment of this process name.
final class ConfigFile {
    private ConfigFile() {}

    static ConfigReport read(Options.ConfigOptions options) {
        ConfigReport report = ConfigReader.report(options.file(), System.getenv());
        return options.strict() ? report.strict() : report;
    }
}
