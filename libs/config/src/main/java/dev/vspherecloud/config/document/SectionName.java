package dev.vspherecloud.config.document;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.OtherReaders.ForeignSection;
import dev.vspherecloud.config.Section;
import java.util.Optional;
import java.util.stream.Stream;

/// A section by its name in each dialect: a section of this program, or a section of another program that can
/// be converted.
///
/// @param isNamed true if there may be several such sections, each with a name
/// @param section the section of this program; empty if another program reads it
record SectionName(String yaml, String ini, boolean isNamed, Optional<Section> section) {
    /// The name of the only key of other programs that is a map in YAML and a text in INI, so that it cannot be
    /// converted.
    private static final String TAGS = "tags";

    private static SectionName of(ForeignSection section) {
        return new SectionName(section.yaml(), section.ini(), section.isNamed(), Optional.empty());
    }

    private static SectionName of(Section section) {
        return new SectionName(section.yaml(), section.ini(), section.isNamed(), Optional.of(section));
    }

    /// Returns the section with this name; empty if the section cannot be converted.
    static Optional<SectionName> of(KeyTable table, Dialect dialect, String name) {
        return Stream.concat(
                        table.sections().stream().map(SectionName::of),
                        table.others().sections().stream()
                                .filter(ForeignSection::isRewritten)
                                .map(SectionName::of))
                .filter(section -> dialect.isSame(section.name(dialect), name))
                .findFirst();
    }

    String name(Dialect dialect) {
        return dialect == Dialect.YAML ? yaml : ini;
    }

    /// Returns the key of this section with this name; empty if the key cannot be converted.
    Optional<KeyName> key(KeyTable table, Dialect dialect, String name) {
        return section.isPresent()
                ? table.key(dialect, section.get(), name).map(KeyName::of)
                : Optional.of(KeyName.foreign(dialect, name))
                        .filter(key -> !key.yaml().equals(TAGS));
    }

    /// Returns why an unknown key cannot be converted.
    String unconvertibleReason() {
        return section.isPresent()
                ? "this project does not use this key"
                : "another program reads this key, and its name in the other format is not known";
    }
}
