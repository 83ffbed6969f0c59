package dev.vspherecloud.config;

import java.util.List;
import java.util.Optional;

/// All sections and keys of the configuration file that a program knows. The readers, the environment
/// variables, the checks, "did you mean" and the program's reference page use this one table.
///
/// @param sections all sections in the order of the reference page; [Section#GLOBAL] and [Section#VCENTER] are
///     among them
/// @param keys all keys in the order of the reference page; every [VcenterKey] is among them
/// @param others the sections and keys of the same file that other programs read
public record KeyTable(List<Section> sections, List<ConfigKey> keys, OtherReaders others) {
    public KeyTable {
        sections = List.copyOf(sections);
        keys = List.copyOf(keys);
        if (!sections.containsAll(List.of(Section.GLOBAL, Section.VCENTER))
                || !keys.containsAll(List.of(VcenterKey.values()))) {
            throw new IllegalArgumentException("a program that reads vsphere.conf knows how to reach a vCenter");
        }
    }

    public List<ConfigKey> in(Section section) {
        return keys.stream().filter(key -> key.isIn(section)).toList();
    }

    /// Returns the sections that exist only once in a file and hold for all vCenters.
    public List<Section> shared() {
        return sections.stream().filter(section -> !section.isNamed()).toList();
    }

    /// Returns the key of this name in the section, if there is one.
    public Optional<ConfigKey> key(Dialect dialect, Section section, String name) {
        return in(section).stream()
                .filter(key -> dialect.isSame(dialect.name(key), name))
                .findFirst();
    }

    public Optional<Section> section(Dialect dialect, String name) {
        return sections.stream()
                .filter(section -> dialect.isSame(dialect.name(section), name))
                .findFirst();
    }

    /// Returns the names of all sections, in the order of the table.
    public List<String> sectionNames(Dialect dialect) {
        return sections.stream().map(dialect::name).toList();
    }

    /// Returns true if other programs read the section of this name.
    public boolean isForeign(Dialect dialect, String section) {
        return foreignSections(dialect).stream().anyMatch(name -> dialect.isSame(name, section));
    }

    /// Returns the names of the sections that other programs read.
    public List<String> foreignSections(Dialect dialect) {
        return others.sections().stream().map(section -> section.name(dialect)).toList();
    }
}
