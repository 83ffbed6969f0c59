package dev.vspherecloud.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A section of the configuration, by its name in each dialect.
enum Section {
    GLOBAL("global", "Global"),
    VCENTER("vcenter", "VirtualCenter"),
    LABELS("labels", "Labels"),
    NODES("nodes", "Nodes");

    /// Sections of the same file that belong to other readers of the Go program.
    static final Set<String> FOREIGN_YAML = Set.of("nsxt", "loadBalancer", "loadBalancerClass", "route");

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

    /// How a key of this section is named as a whole, such as `global.caFile` or `Global.ca-file`.
    String path(Dialect dialect, ConfigKey key) {
        return dialect.name(this) + "." + dialect.name(key);
    }

    static Optional<Section> ofYaml(String name) {
        return Arrays.stream(values())
                .filter(section -> section.yaml.equals(name))
                .findFirst();
    }

    static List<String> yamlNames() {
        return Arrays.stream(values()).map(Section::yaml).toList();
    }
}
