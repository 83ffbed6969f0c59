package dev.vspherecloud.ccm;

import dev.vspherecloud.config.ConfigReport;
import dev.vspherecloud.config.ConfigResult;
import dev.vspherecloud.config.Problem;
import java.nio.file.Path;
import java.util.List;

/// A configuration that was checked.
///
/// @param file as named on the command line
record CheckedFile(Path file, ConfigReport report) {
    boolean isUsable() {
        return report.result() instanceof ConfigResult.Accepted;
    }

    List<Problem> problems() {
        return switch (report.result()) {
            case ConfigResult.Accepted(var _, List<Problem> warnings) -> warnings;
            case ConfigResult.Rejected(List<Problem> problems) -> problems;
        };
    }
}
