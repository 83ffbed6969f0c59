package dev.vspherecloud.csi.config.process;

import dev.vspherecloud.config.Problem;
import java.util.List;

/// The result of reading the settings of the process.
public sealed interface ProcessConfigResult {
    /// The settings are valid.
    ///
    /// @param warnings a warning for each variable that has no effect, or not the effect that it seems to have
    record Accepted(ProcessConfig config, List<Problem> warnings) implements ProcessConfigResult {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// The process cannot start with these settings.
    ///
    /// @param problems all problems, at least one of them an error
    record Rejected(List<Problem> problems) implements ProcessConfigResult {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
