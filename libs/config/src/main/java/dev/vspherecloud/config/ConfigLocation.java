package dev.vspherecloud.config;

import java.util.Optional;

/// A position in the configuration.
///
/// @param file as the operator named it; for an environment variable that, and its name
/// @param line from 1; 0 if the whole file or variable is meant
/// @param column from 1; 0 as above
/// @param key the section and key, such as `vcenter.north.port`; empty if the whole file is meant
public record ConfigLocation(String file, int line, int column, String key) {
    private static final String VARIABLE = "environment variable ";

    public static ConfigLocation wholeFile(String file) {
        return new ConfigLocation(file, 0, 0, "");
    }

    public static ConfigLocation variable(String name) {
        return new ConfigLocation(VARIABLE + name, 0, 0, "");
    }

    /// Returns the name of the environment variable, if the position is one.
    public Optional<String> variable() {
        return line == 0 && file.startsWith(VARIABLE)
                ? Optional.of(file.substring(VARIABLE.length()))
                : Optional.empty();
    }

    public ConfigLocation withKey(String other) {
        return new ConfigLocation(file, line, column, other);
    }

    /// `vsphere.conf:12:5: vcenter.north.port`, or only the file.
    @Override
    public String toString() {
        String position = line == 0 ? file : file + ":" + line + ":" + column;
        return key.isEmpty() ? position : position + ": " + key;
    }
}
