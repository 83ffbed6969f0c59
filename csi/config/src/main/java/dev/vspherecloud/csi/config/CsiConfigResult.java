package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// The result of reading the configuration of the CSI driver.
public sealed interface CsiConfigResult {
    /// The configuration is valid.
    ///
    /// @param warnings problems in the order of discovery, none of them an error
    record Accepted(CsiConfig config, List<Problem> warnings) implements CsiConfigResult {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// The configuration is not valid.
    ///
    /// @param problems all problems, at least one of them an error
    record Rejected(List<Problem> problems) implements CsiConfigResult {
        public Rejected {
            problems = List.copyOf(problems);
        }

        /// Returns all errors, as one text for a user.
        public String reason() {
            return "the configuration cannot be used: "
                    + problems.stream()
                            .filter(Problem::isError)
                            .map(Problem::toString)
                            .collect(Collectors.joining("; "));
        }
    }
}
