package dev.vspherecloud.domain;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The state that a test describes, as `key=value key=value`. Keys that the test leaves out have their default.
public record KeyValueText(Map<String, String> said) {
    public KeyValueText {
        said = Map.copyOf(said);
    }

    /// @param usual all keys with their defaults
    public static KeyValueText usual(String usual) {
        return new KeyValueText(Map.of()).and(usual, true);
    }

    public KeyValueText and(String words) {
        return and(words, false);
    }

    private KeyValueText and(String words, boolean mayBeNew) {
        var all = new HashMap<>(said);
        Stream.of(words.split(" ")).filter(word -> !word.isEmpty()).forEach(word -> {
            String[] pair = word.split("=", 2);
            if (all.put(pair[0], pair[1]) == null && !mayBeNew) {
                throw new IllegalArgumentException("nothing is called " + word);
            }
        });
        return new KeyValueText(all);
    }

    public String of(String key) {
        return Optional.ofNullable(said.get(key)).orElseThrow();
    }

    public boolean is(String key, String value) {
        return of(key).equals(value);
    }
}
