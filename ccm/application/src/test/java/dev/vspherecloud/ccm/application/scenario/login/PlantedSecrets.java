package dev.vspherecloud.ccm.application.scenario.login;

import dev.vspherecloud.testkit.bed.SecretScan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Passwords that no program may repeat. All are different and resemble nothing else. The middle of each contains
/// characters that one format or another escapes.
final class PlantedSecrets {
    private static final List<String> MIDDLES =
            List.of("", "!", "#", "=", ": ", "\u00e9", "&<", "%2F", "\\", "'", "\"", "$x", "+/", "@", ",", "{}");
    private static final int SIDE = 12;

    private final Random random = new Random(4);
    private final Map<String, String> values = new LinkedHashMap<>();

    /// @param name the name of the secret in the report of a leak
    String plant(String name) {
        String value = letters() + MIDDLES.get(values.size() % MIDDLES.size()) + letters();
        return plant(name, value);
    }

    /// Adds a secret with a given value.
    String plant(String name, String value) {
        values.put(name, value);
        return value;
    }

    int count() {
        return values.size();
    }

    SecretScan scan() {
        return SecretScan.of(values);
    }

    private String letters() {
        return random.ints(SIDE, 0, 52)
                .map(n -> n < 26 ? 'a' + n : 'A' + n - 26)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
