package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Problem;
import java.util.List;

/// The result of converting a configuration file between YAML and INI.
public sealed interface Conversion {
    /// The configuration in the other dialect, with the same meaning.
    ///
    /// @param text the converted file, which contains every password of the configuration
    /// @param warnings name the parts that the converter could only keep as comments
    record Converted(String text, List<Problem> warnings) implements Conversion {
        public Converted {
            warnings = List.copyOf(warnings);
        }

        /// Returns the warnings without the text, since the text contains passwords.
        @Override
        public String toString() {
            return "Converted[" + warnings + "]";
        }
    }

    /// The configuration is invalid, or cannot be written in the other dialect.
    ///
    /// @param problems all problems, at least one of them an error
    record Refused(List<Problem> problems) implements Conversion {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
