package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Problem;
import java.util.List;

/// The result of reading a configuration.
public sealed interface ConfigResult {
    /// The configuration is valid.
    ///
    /// @param warnings problems in the order of the file, none of them an error
    record Accepted(CloudConfig config, List<Problem> warnings) implements ConfigResult {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// The configuration is not valid.
    ///
    /// @param problems all problems, at least one of them an error
    record Rejected(List<Problem> problems) implements ConfigResult {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }

    /// Returns this result with warnings treated as errors, for operators who prefer a failed start to a start with
    /// warnings.
    default ConfigResult strict() {
        return this instanceof Accepted(CloudConfig _, List<Problem> warnings) && !warnings.isEmpty()
                ? new Rejected(warnings.stream().map(Problem::asError).toList())
                : this;
    }
}
