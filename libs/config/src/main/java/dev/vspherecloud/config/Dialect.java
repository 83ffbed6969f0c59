package dev.vspherecloud.config;

/// The two forms in which a configuration may be written. They say the same, in other words.
public enum Dialect {
    YAML("yaml"),
    /// As gcfg reads it, which is what git's configuration files look like.
    INI("ini");

    private final String word;

    Dialect(String word) {
        this.word = word;
    }

    /// As flags name it, as in `ini`. It stays when the constant is renamed.
    public String word() {
        return word;
    }

    /// How the key is written in this dialect.
    public String name(ConfigKey key) {
        return this == YAML ? key.yaml() : key.ini();
    }

    /// How the section is written in this dialect.
    public String name(Section section) {
        return this == YAML ? section.yaml() : section.ini();
    }

    /// True when somebody who typed this meant the section or key of this name; the case counts in YAML only.
    public boolean isSame(String name, String typed) {
        return this == YAML ? name.equals(typed) : name.equalsIgnoreCase(typed);
    }
}
