package dev.vspherecloud.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

class KlogJsonTest {
    private static final Instant AT = Instant.parse("2026-11-21T15:52:22.123007Z");
    private static final String HEAD = "{\"ts\":1795276342123.007,\"severity\":\"info\",\"caller\":\"X\",";

    private final KlogJson json = new KlogJson();

    @Test
    void anEventIsOneJsonObjectOnOneLine() {
        assertThat(info("Node \"w-1\" ready", field("node", "w-1"), field("attempt", 3), field("first", true)))
                .isEqualTo(
                        HEAD
                                + "\"msg\":\"Node \\\"w-1\\\" ready\",\"v\":0,\"node\":\"w-1\",\"attempt\":3,\"first\":true}\n");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            ERROR, error,
            WARN,  warning, 0
            INFO,  info,    0
            DEBUG, info,    2
            TRACE, info,    5
            """)
    void severityAndNumberFollowTheLevel(Level level, String severity, @Nullable String v) {
        String line = json.format(new LogEvent(AT, level, "X", "m", List.of(), null));

        assertThat(line)
                .contains("\"severity\":\"" + severity + "\"")
                .endsWith(v == null ? "\"msg\":\"m\"}\n" : "\"msg\":\"m\",\"v\":" + v + "}\n");
    }

    @Test
    void valuesShowTheirType() {
        assertThat(info(
                        "m",
                        field("none", null),
                        field("after", Duration.ofSeconds(90)),
                        field("ips", List.of("10.0.0.1", 2)),
                        field("flags", Map.of("v", "2")),
                        field("load", Double.NaN),
                        field("part", 0.5)))
                .endsWith("\"none\":null,\"after\":\"PT1M30S\",\"ips\":[\"10.0.0.1\",2],\"flags\":{\"v\":\"2\"},"
                        + "\"load\":\"NaN\",\"part\":0.5}\n");
    }

    @Test
    void aWarningCarriesItsCauseAndAnErrorItsStackToo() {
        var cause = new IOException("gone");

        assertThat(json.format(new LogEvent(AT, Level.WARN, "X", "m", List.of(), cause)))
                .endsWith("\"v\":0,\"err\":\"java.io.IOException: gone\"}\n");
        assertThat(json.format(new LogEvent(AT, Level.ERROR, "X", "m", List.of(), cause)))
                .contains("\"err\":\"java.io.IOException: gone\",\"stacktrace\":\"java.io.IOException: gone\\n\\tat ");
    }

    @Test
    void noKeyOccursTwice() {
        assertThat(info("m", field("msg", "forged"), field("k", 1), field("k", 2)))
                .endsWith("\"msg\":\"m\",\"v\":0,\"msg_\":\"forged\",\"k\":1,\"k_\":2}\n");
    }

    @Test
    void invisibleCharactersAreEscaped() {
        assertThat(info("a\n\"\\\r\t\u001b\u2028", field("k\n", "\u0000ü😀\ud800\udb40\udc01")))
                .endsWith("\"msg\":\"a\\n\\\"\\\\\\r\\t\\u001b\\u2028\",\"v\":0,"
                        + "\"k\\n\":\"\\u0000ü😀\\ufffd\\udb40\\udc01\"}\n");
    }

    @Test
    void anyTextStaysOneLineOfVisibleCharacters() {
        var random = new Random(20261122);
        for (int round = 0; round < 2_000; round++) {
            String noise = noise(random);

            String line = info(noise, field(noise, noise));

            assertThat(line).endsWith("}\n");
            assertThat(line.substring(0, line.length() - 1).codePoints())
                    .allMatch(c -> c == ' ' || !(Character.isISOControl(c) || Character.isWhitespace(c)));
        }
    }

    private static String noise(Random random) {
        var characters = new ArrayList<Character>();
        for (int i = random.nextInt(20); i > 0; i--) {
            characters.add((char) random.nextInt(random.nextBoolean() ? 0x100 : 0x10000));
        }
        return characters.stream().map(String::valueOf).reduce("", String::concat);
    }

    private String info(String message, KeyValuePair... fields) {
        return json.format(new LogEvent(AT, Level.INFO, "X", message, List.of(fields), null));
    }

    /// slf4j's own types have no nullness annotations.
    @SuppressWarnings("NullAway")
    private static KeyValuePair field(String key, @Nullable Object value) {
        return new KeyValuePair(key, Optional.ofNullable(value).orElse(null));
    }
}
