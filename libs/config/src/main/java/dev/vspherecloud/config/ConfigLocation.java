package dev.vspherecloud.config;

import java.util.Optional;

/// Where in the configuration something stands.
///
/// @param file   as the operator named it; for an environment variable that, and its name
/// @param line   from 1; 0 when the whole file or variable is meant
/// @param column from 1; 0 as above
/// @param key    the section and key, such as `vcenter.north.port`; empty when the whole file is meant
public record ConfigLocation(String file, int line, int column, String key) {
    private static final String VARIABLE = "environment variable ";

    public static ConfigLocation wholeFile(String file) {
        return new ConfigLocation(file, 0, 0, "");
    }

    public static ConfigLocation variable(String name) {
        return new ConfigLocation(VARIABLE + name, 0, 0, "");
    }

    /// The name of the environment variable that is meant, if one is.
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
