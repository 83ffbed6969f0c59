package dev.vspherecloud.domain;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The state that a test describes, as `key=value key=value`. Keys that the test leaves out have their default.
public record KeyValueText(Map<String, String> values) {
    public KeyValueText {
        values = Map.copyOf(values);
    }

    /// @param defaults all keys with their defaults
    public static KeyValueText defaults(String defaults) {
        return new KeyValueText(Map.of()).and(defaults, true);
    }

    public KeyValueText and(String words) {
        return and(words, false);
    }

    private KeyValueText and(String words, boolean mayAddKeys) {
        var all = new HashMap<>(values);
        Stream.of(words.split(" ")).filter(word -> !word.isEmpty()).forEach(word -> {
            String[] pair = word.split("=", 2);
            if (all.put(pair[0], pair[1]) == null && !mayAddKeys) {
                throw new IllegalArgumentException("nothing is called " + word);
            }
        });
        return new KeyValueText(all);
    }

    public String of(String key) {
        return Optional.ofNullable(values.get(key)).orElseThrow();
    }

    public boolean is(String key, String value) {
        return of(key).equals(value);
    }
}
