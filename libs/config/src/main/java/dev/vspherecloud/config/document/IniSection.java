package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The values of an INI section while the file is read. A section may occur several times in the file.
///
/// @param place the location of its first header; its key is the path of the section, such as `VirtualCenter
///     "south"`
record IniSection(Section section, ConfigLocation place, Map<ConfigKey, RawValue> values) {
    static IniSection begin(Section section, ConfigLocation place) {
        return new IniSection(section, place, new LinkedHashMap<>());
    }

    /// Stores the value of the key, and returns the previous value of the key.
    Optional<RawValue> put(ConfigKey key, RawValue value) {
        return Optional.ofNullable(values.put(key, value));
    }

    String path(String key) {
        return place.key() + "." + key;
    }

    RawSection raw() {
        return new RawSection(Dialect.INI, place, values);
    }
}
