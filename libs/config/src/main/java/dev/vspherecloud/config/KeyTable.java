package dev.vspherecloud.config;

import java.util.List;
import java.util.Optional;

/// Every section and key that a program knows: the one table behind the readers, the environment, the checks, "did you
/// mean" and the program's reference page.
///
/// @param sections with [Section#GLOBAL] and [Section#VCENTER] among them, in the order of the page
/// @param keys     with every [VcenterKey] among them, in the order of the page
/// @param others   what stands in the same file for other readers
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

    /// The sections that stand once, for all vCenters.
    public List<Section> shared() {
        return sections.stream()
                .filter(section -> !section.equals(Section.VCENTER))
                .toList();
    }

    /// The key of this name in the section, if there is one.
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

    /// The names of the sections, in their order.
    public List<String> sectionNames(Dialect dialect) {
        return sections.stream().map(dialect::name).toList();
    }

    /// True if other programs read the section of this name.
    public boolean isForeign(Dialect dialect, String section) {
        return foreignSections(dialect).stream().anyMatch(name -> dialect.isSame(name, section));
    }

    /// The names of the sections that other programs read.
    public List<String> foreignSections(Dialect dialect) {
        return others.sections().stream().map(section -> section.name(dialect)).toList();
    }
}
