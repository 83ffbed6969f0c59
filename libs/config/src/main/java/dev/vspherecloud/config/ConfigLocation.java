package dev.vspherecloud.config;

import java.util.Optional;

/// A position in the configuration, which consists of a file and environment variables.
///
/// @param file the name of the file as the operator wrote it; for an environment variable, the words
///     "environment variable" and its name
/// @param line the line number from 1; 0 if the whole file or an environment variable is meant
/// @param column the column number from 1; 0 if the whole file or an environment variable is meant
/// @param key the section and key, such as `vcenter.north.port`; empty if the whole file is meant
public record ConfigLocation(String file, int line, int column, String key) {
    private static final String VARIABLE = "environment variable ";

    public static ConfigLocation wholeFile(String file) {
        return new ConfigLocation(file, 0, 0, "");
    }

    public static ConfigLocation variable(String name) {
        return new ConfigLocation(VARIABLE + name, 0, 0, "");
    }

    /// Returns the name of the environment variable; empty if the position is in a file.
    public Optional<String> variable() {
        return line == 0 && file.startsWith(VARIABLE)
                ? Optional.of(file.substring(VARIABLE.length()))
                : Optional.empty();
    }

    public ConfigLocation withKey(String other) {
        return new ConfigLocation(file, line, column, other);
    }

    /// Returns a text such as `vsphere.conf:12:5: vcenter.north.port`, or only the file name.
    @Override
    public String toString() {
        String position = line == 0 ? file : file + ":" + line + ":" + column;
        return key.isEmpty() ? position : position + ": " + key;
    }
}
