package dev.vspherecloud.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A section of the configuration, by its name in each dialect.
enum Section {
    GLOBAL("global", "Global"),
    VCENTER("vcenter", "VirtualCenter"),
    LABELS("labels", "Labels"),
    NODES("nodes", "Nodes");

    private final String yaml;
    private final String ini;

    Section(String yaml, String ini) {
        this.yaml = yaml;
        this.ini = ini;
    }

    String yaml() {
        return yaml;
    }

    String ini() {
        return ini;
    }

    static Optional<Section> of(Dialect dialect, String name) {
        return Arrays.stream(values())
                .filter(section -> dialect.isSame(dialect.name(section), name))
                .findFirst();
    }

    static List<String> names(Dialect dialect) {
        return Arrays.stream(values()).map(dialect::name).toList();
    }
}
