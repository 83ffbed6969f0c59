package dev.vspherecloud.config;

/// The two formats of a configuration. Both can express the same.
public enum Dialect {
    YAML("yaml"),
    /// The format that gcfg reads, which is that of git's configuration files.
    INI("ini");

    private final String text;

    Dialect(String text) {
        this.text = text;
    }

    /// Returns the name in flags, such as `ini`. It stays when the constant is renamed.
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

    /// Returns true if the typed text means the section or key of this name. Case matters in YAML only.
    public boolean isSame(String name, String typed) {
        return this == YAML ? name.equals(typed) : name.equalsIgnoreCase(typed);
    }
}
