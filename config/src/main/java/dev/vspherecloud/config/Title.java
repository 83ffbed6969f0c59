package dev.vspherecloud.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A section by its name in each dialect: one of ours, or one of those of the Go program's other readers.
///
/// @param isNamed true when there may be several, each with a name
/// @param section empty when it belongs to another reader
record Title(String yaml, String ini, boolean isNamed, Optional<Section> section) {
    private static final List<Title> ALL = Stream.concat(
                    Arrays.stream(Section.values())
                            .map(section -> new Title(
                                    section.yaml(), section.ini(), section == Section.VCENTER, Optional.of(section))),
                    Stream.of(
                            new Title("nsxt", "NSXT", false, Optional.empty()),
                            new Title("loadBalancer", "LoadBalancer", false, Optional.empty()),
                            new Title("loadBalancerClass", "LoadBalancerClass", true, Optional.empty()),
                            new Title("route", "Route", false, Optional.empty())))
            .toList();

    static Optional<Title> ofYaml(String name) {
        return ALL.stream().filter(title -> title.yaml.equals(name)).findFirst();
    }

    /// Whatever the case.
    static Optional<Title> ofIni(String name) {
        return ALL.stream().filter(title -> title.ini.equalsIgnoreCase(name)).findFirst();
    }

    /// Why a key that is not known cannot be carried over.
    String unread() {
        return section.isPresent()
                ? "nothing here reads this key"
                : "of another reader, and its other form is not known";
    }
}
