package dev.vspherecloud.config;

/// The two forms in which a configuration may be written. They say the same, in other words.
public enum Dialect {
    YAML {
        @Override
        String name(ConfigKey key) {
            return key.yaml();
        }

        @Override
        String name(Section section) {
            return section.yaml();
        }

        @Override
        boolean isSame(String name, String typed) {
            return name.equals(typed);
        }
    },
    /// As gcfg reads it, which is what git's configuration files look like.
    INI {
        @Override
        String name(ConfigKey key) {
            return key.ini();
        }

        @Override
        String name(Section section) {
            return section.ini();
        }

        @Override
        boolean isSame(String name, String typed) {
            return name.equalsIgnoreCase(typed);
        }
    };

    /// How the key is written in this dialect.
    abstract String name(ConfigKey key);

    /// How the section is written in this dialect.
    abstract String name(Section section);

    /// True when somebody who typed this meant the section or key of this name; the case counts in YAML only.
    abstract boolean isSame(String name, String typed);
}
