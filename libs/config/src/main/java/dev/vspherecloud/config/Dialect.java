package dev.vspherecloud.config;

/// The two formats of a configuration file. Each of them can express every configuration.
public enum Dialect {
    YAML("yaml"),
    /// INI as the Go library gcfg reads it: the format of git's configuration files.
    INI("ini");

    private final String text;

    Dialect(String text) {
        this.text = text;
    }

    /// Returns the name of the dialect in flags, such as `ini`. The name does not change if the constant is
    /// renamed.
    public String text() {
        return text;
    }

    /// Returns the name of the key in this dialect.
    public String name(ConfigKey key) {
        return this == YAML ? key.yaml() : key.ini();
    }

    /// Returns the name of the section in this dialect.
    public String name(Section section) {
        return this == YAML ? section.yaml() : section.ini();
    }

    /// Returns true if the typed text is this name of a section or key. Upper and lower case differ in YAML
    /// only.
    public boolean isSame(String name, String typed) {
        return this == YAML ? name.equals(typed) : name.equalsIgnoreCase(typed);
    }
}
