package dev.vspherecloud.config;

import java.util.List;
import java.util.Optional;

/// All sections and keys that a program knows: the one table for the readers, the environment, the checks, "did
/// you mean" and the program's reference page.
///
/// @param sections with [Section#GLOBAL] and [Section#VCENTER] among them, in the order of the page
/// @param keys with every [VcenterKey] among them, in the order of the page
/// @param others the sections and keys in the same file for other programs
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

    /// Returns the sections that exist once, for all vCenters.
    public List<Section> shared() {
        return sections.stream()
                .filter(section -> !section.equals(Section.VCENTER))
                .toList();
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

    /// Returns the names of the sections, in their order.
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
