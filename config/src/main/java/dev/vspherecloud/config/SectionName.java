package dev.vspherecloud.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A section by its name in each dialect: one of ours, or one that the Go program reads for its load balancers.
///
/// @param isNamed true when there may be several, each with a name
/// @param section empty when it belongs to another reader
record SectionName(String yaml, String ini, boolean isNamed, Optional<Section> section) {
    private static final List<SectionName> ALL = Stream.concat(
                    Arrays.stream(Section.values())
                            .map(section -> new SectionName(
                                    section.yaml(), section.ini(), section == Section.VCENTER, Optional.of(section))),
                    Stream.of(
                            new SectionName("nsxt", "NSXT", false, Optional.empty()),
                            new SectionName("loadBalancer", "LoadBalancer", false, Optional.empty()),
                            new SectionName("loadBalancerClass", "LoadBalancerClass", true, Optional.empty()),
                            new SectionName("route", "Route", false, Optional.empty())))
            .toList();

    /// The one key of the other readers that is a map in YAML and a text in INI.
    private static final String TAGS = "tags";

    static Optional<SectionName> of(Dialect dialect, String name) {
        return ALL.stream()
                .filter(each -> dialect.isSame(
                        switch (dialect) {
                            case YAML -> each.yaml;
                            case INI -> each.ini;
                        },
                        name))
                .findFirst();
    }

    Optional<KeyName> key(Dialect dialect, String name) {
        if (section.isEmpty()) {
            return Optional.of(KeyName.foreign(dialect, name))
                    .filter(key -> !key.yaml().equals(TAGS));
        }
        return ConfigKey.in(section.get()).stream()
                .filter(key -> dialect.isSame(dialect.name(key), name))
                .findFirst()
                .map(KeyName::of);
    }

    /// Why a key that is not known cannot be carried over.
    String unread() {
        return section.isPresent()
                ? "nothing here reads this key"
                : "of another reader, and its other form is not known";
    }
}
