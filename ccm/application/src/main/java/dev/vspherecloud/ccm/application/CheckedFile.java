package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.config.ConfigReport;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.config.Problem;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// A configuration file that `config check` read.
///
/// @param file the path as it is on the command line
record CheckedFile(Path file, ConfigReport report) {
    boolean isUsable() {
        return report.result() instanceof ConfigResult.Accepted;
    }

    /// Returns the problems of the file: first those of the environment, then those of the file from beginning to
    /// end.
    List<Problem> problems() {
        List<Problem> problems =
                switch (report.result()) {
                    case ConfigResult.Accepted(var _, List<Problem> warnings) -> warnings;
                    case ConfigResult.Rejected(List<Problem> all) -> all;
                };
        return problems.stream()
                .sorted(Comparator.comparingInt(
                                (Problem problem) -> problem.place().line())
                        .thenComparingInt(problem -> problem.place().column()))
                .toList();
    }
}
