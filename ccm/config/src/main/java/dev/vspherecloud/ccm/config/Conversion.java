package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Problem;
import java.util.List;

/// The result of converting a configuration.
public sealed interface Conversion {
    /// The configuration in the other dialect, with the same meaning.
    ///
    /// @param text contains every password of the configuration
    /// @param warnings what could only be kept as a comment
    record Converted(String text, List<Problem> warnings) implements Conversion {
        public Converted {
            warnings = List.copyOf(warnings);
        }

        /// Leaves out the text, since it contains passwords.
        @Override
        public String toString() {
            return "Converted[" + warnings + "]";
        }
    }

    /// The configuration cannot be used, or not be written in the other dialect.
    ///
    /// @param problems at least one of them an error
    record Refused(List<Problem> problems) implements Conversion {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
