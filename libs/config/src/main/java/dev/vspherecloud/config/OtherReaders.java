package dev.vspherecloud.config;

import java.util.List;

/// The sections and keys that other programs read from the same configuration file. This program does not read
/// them, and does not report them as unknown. Each program has its own implementation.
public interface OtherReaders {
    /// A section of the configuration file that another program reads, by its name in each dialect.
    ///
    /// @param isNamed true if there may be several such sections, each with a name
    /// @param isRewritten true if the names of its keys follow the same rule in both dialects, so that the
    ///     section can be converted to the other dialect
    record ForeignSection(String yaml, String ini, boolean isNamed, boolean isRewritten) {
        public String name(Dialect dialect) {
            return dialect == Dialect.YAML ? yaml : ini;
        }
    }

    List<ForeignSection> sections();

    /// Returns true if another program may read a key of this name in a section of this program. Upper and
    /// lower case do not differ.
    boolean hasKey(Section section, String key);

    /// Reports problems of one section that another program reads. The reader calls this method for each such
    /// section; most programs do nothing.
    ///
    /// @param name the name of the section as written
    default void onForeignSection(String name, ConfigLocation place, Problems problems) {}

    /// Reports problems of one key that another program reads, in a section of this program in INI. Most programs
    /// do nothing.
    ///
    /// @param key the name of the key as written
    default void onForeignKey(Section section, String key, ConfigLocation place, Problems problems) {}
}
