package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Problem;
import java.util.List;

/// What reading a configuration came to.
public sealed interface ConfigResult {
    /// It can be used.
    ///
    /// @param warnings in the order of the file, none of them an error
    record Accepted(CloudConfig config, List<Problem> warnings) implements ConfigResult {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// It cannot be used.
    ///
    /// @param problems every one that was found, at least one of them an error
    record Rejected(List<Problem> problems) implements ConfigResult {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }

    /// The same, but a warning is an error: for those who would rather not start than start with a doubt.
    default ConfigResult strict() {
        return this instanceof Accepted(CloudConfig _, List<Problem> warnings) && !warnings.isEmpty()
                ? new Rejected(warnings.stream().map(Problem::asError).toList())
                : this;
    }
}
