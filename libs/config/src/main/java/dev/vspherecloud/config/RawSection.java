package dev.vspherecloud.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The keys of one section as they were written, without the unknown ones.
///
/// @param place of the section; its key is the section's path, such as `vcenter.north`
public record RawSection(Dialect dialect, ConfigLocation place, Map<ConfigKey, RawValue> values) {
    public RawSection {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// Returns the value, if the key is given and not blank.
    public Optional<RawValue> value(ConfigKey key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isBlank());
    }

    public boolean has(ConfigKey key) {
        return value(key).isPresent();
    }

    /// Returns the text without blanks around it, if the key is given.
    public Optional<String> text(ConfigKey key) {
        return value(key).map(value -> value.text().strip());
    }

    /// Returns this vCenter with the values that it inherits from `global`.
    public RawSection inheriting(RawSection global) {
        var all = new LinkedHashMap<>(values);
        global.values().forEach((key, value) -> {
            if (key.inheritance() == Inheritance.WHEN_ABSENT && !has(key)) {
                all.put(key, value);
            }
        });
        return new RawSection(dialect, place, all);
    }

    /// Returns the position of the key, or the position where it would be.
    public ConfigLocation placeOf(ConfigKey key) {
        return value(key).map(RawValue::place).orElseGet(() -> place.withKey(pathOf(key)));
    }

    /// Returns section and key in the names of the dialect, such as `global.port` or `Global.port`.
    public String pathOf(ConfigKey key) {
        return place.key() + "." + dialect.name(key);
    }
}
