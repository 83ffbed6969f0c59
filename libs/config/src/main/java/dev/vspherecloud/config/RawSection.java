package dev.vspherecloud.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The known keys of one section with their values as written. Unknown keys are left out.
///
/// @param place the location of the section; its key is the path of the section, such as `vcenter.north`
public record RawSection(Dialect dialect, ConfigLocation place, Map<ConfigKey, RawValue> values) {
    public RawSection {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// Returns the value of the key; empty if the file does not give the key or gives a blank value.
    public Optional<RawValue> value(ConfigKey key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isBlank());
    }

    public boolean has(ConfigKey key) {
        return value(key).isPresent();
    }

    /// Returns the text of the key without blanks around it; empty if the file does not give the key.
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

    /// Returns the location of the key. If the file does not give the key, returns where the key would be.
    public ConfigLocation placeOf(ConfigKey key) {
        return value(key).map(RawValue::place).orElseGet(() -> place.withKey(pathOf(key)));
    }

    /// Returns the path of the key in the names of the dialect, such as `global.port` or `Global.port`.
    public String pathOf(ConfigKey key) {
        return place.key() + "." + dialect.name(key);
    }
}
