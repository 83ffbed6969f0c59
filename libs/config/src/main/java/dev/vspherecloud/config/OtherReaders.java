package dev.vspherecloud.config;

import java.util.List;

/// Sections and keys that stand in the same file for other programs. Nobody here reads them, and nobody may call them
/// unknown. Which ones they are depends on the program that reads.
public interface OtherReaders {
    /// A section for another reader, by its name in each dialect.
    ///
    /// @param isNamed     true when there may be several, each with a name
    /// @param isRewritten true when its keys are named alike, so that the other dialect can say them
    record ForeignSection(String yaml, String ini, boolean isNamed, boolean isRewritten) {
        public String name(Dialect dialect) {
            return dialect == Dialect.YAML ? yaml : ini;
        }
    }

    List<ForeignSection> sections();

    /// True if such a key may stand in a section of this program, whatever the case.
    boolean hasKey(Section section, String key);

    /// Told of each such section; most programs have nothing to say about it.
    ///
    /// @param name as written
    default void found(String name, ConfigLocation place, Problems problems) {}
}
