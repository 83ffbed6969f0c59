package dev.vspherecloud.config;

import java.util.List;

/// The sections and keys that other programs read from the same file. This program does not read them, and does
/// not report them as unknown. Which ones they are depends on the program that reads.
public interface OtherReaders {
    /// A section for another reader, by its name in each dialect.
    ///
    /// @param isNamed true if there may be several, each with a name
    /// @param isRewritten true if its keys are named by the same rule, so that they can be converted to the other
    ///   dialect
    record ForeignSection(String yaml, String ini, boolean isNamed, boolean isRewritten) {
        public String name(Dialect dialect) {
            return dialect == Dialect.YAML ? yaml : ini;
        }
    }

    List<ForeignSection> sections();

    /// Returns true if such a key may stand in a section of this program, whatever the case.
    boolean hasKey(Section section, String key);

    /// Called for each such section; most programs do nothing.
    ///
    /// @param name as written
    default void onForeignSection(String name, ConfigLocation place, Problems problems) {}
}
