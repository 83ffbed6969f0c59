package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Problem;
import java.util.List;

/// What converting a configuration came to.
public sealed interface Conversion {
    /// It says the same in the other dialect.
    ///
    /// @param text     holds every password that the configuration holds
    /// @param warnings what could only be kept as a comment
    record Converted(String text, List<Problem> warnings) implements Conversion {
        public Converted {
            warnings = List.copyOf(warnings);
        }

        /// Shows no text: there are passwords in it.
        @Override
        public String toString() {
            return "Converted[" + warnings + "]";
        }
    }

    /// It cannot be used, or not be said in the other dialect.
    ///
    /// @param problems at least one of them an error
    record Refused(List<Problem> problems) implements Conversion {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
