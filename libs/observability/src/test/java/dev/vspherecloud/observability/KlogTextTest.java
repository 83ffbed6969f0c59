package dev.vspherecloud.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

class KlogTextTest {
    private static final Instant AT = Instant.parse("2026-11-21T15:52:22.123456789Z");
    private static final String HEADER = "I1121 15:52:22.123456       1 NodeController:0] ";

    private final KlogText text = new KlogText(ZoneOffset.UTC, 1);

    @Test
    void writesAPlainMessageAsItIs() {
        assertThat(info("ready, said \"w-1\"")).isEqualTo(HEADER + "ready, said \"w-1\"\n");
    }

    @Test
    void quotesTheMessageIfThereAreFields() {
        assertThat(info("Node \"w-1\" ready", field("node", "w-1"), field("attempt", 3), field("first", true)))
                .isEqualTo(HEADER + "\"Node \\\"w-1\\\" ready\" node=\"w-1\" attempt=3 first=true\n");
    }

    /// Strict parsers require a number behind the colon, the others take everything up to the bracket; 0 is no
    /// line of a file.
    @Test
    void parsersOfLogShippersReadTheHeader() {
        String line = info("ready", field("node", "w-1"));

        Matcher vector = Pattern.compile("(?<level>\\w)(?<time>\\d{4} \\d{2}:\\d{2}:\\d{2}\\.\\d{6})\\s+(?<id>\\d+)\\s"
                        + "(?<file>.+):(?<line>\\d+)]\\s(?<message>.*)\\s*")
                .matcher(line);
        Matcher fluentd = Pattern.compile(
                        "(?<severity>\\w)(?<time>\\d{4} \\S*)\\s+(?<pid>\\d+)\\s+(?<source>[^ \\]]+)] "
                                + "(?<message>.*)\\s*")
                .matcher(line);

        assertThat(vector.matches()).isTrue();
        assertThat(vector.group("file")).isEqualTo("NodeController");
        assertThat(vector.group("line")).isEqualTo("0");
        assertThat(fluentd.matches()).isTrue();
        assertThat(fluentd.group("message")).isEqualTo("\"ready\" node=\"w-1\"");
    }

    @ParameterizedTest
    @CsvSource({"ERROR,E", "WARN,W", "INFO,I", "DEBUG,I", "TRACE,I"})
    void severityIsTheFirstLetter(Level level, String letter) {
        assertThat(text.format(new LogEvent(AT, level, "X", "m", List.of(), null)))
                .startsWith(letter + "1121 ");
    }

    @Test
    void timeIsLocalAndPadded() {
        var berlin = new KlogText(ZoneId.of("Europe/Berlin"), 1234567890);
        var event = new LogEvent(Instant.parse("2026-01-02T03:04:05.000007Z"), Level.INFO, "X", "m", List.of(), null);

        assertThat(berlin.format(event)).isEqualTo("I0102 04:04:05.000007 1234567890 X:0] m\n");
    }

    @Test
    void valuesShowTheirType() {
        assertThat(info("m", field("none", null), field("empty", ""), field("after", Duration.ofSeconds(90))))
                .isEqualTo(HEADER + "\"m\" none=<nil> empty=\"\" after=\"PT1M30S\"\n");
        assertThat(info("m", field("ips", List.of("10.0.0.1", "fd00::1")), field("ports", List.of(1, 2))))
                .isEqualTo(HEADER + "\"m\" ips=[\"10.0.0.1\",\"fd00::1\"] ports=[1,2]\n");
    }

    @Test
    void invisibleCharactersAreEscaped() {
        assertThat(info(
                        "a\nE1121 forged\r\t\u001b[31m\u007f\u009b\u2028\u202e\u2066\u200b",
                        field("k\n", "\u0000\\ü€😀\ud800")))
                .isEqualTo(
                        HEADER
                                + "\"a\\nE1121 forged\\r\\t\\x1b[31m\\x7f\\u009b\\u2028\\u202e\\u2066\\u200b\" k\\n=\"\\x00\\\\ü€😀\\ud800\"\n");
    }

    @Test
    void aWarningCarriesItsCauseOnTheLine() {
        var event = new LogEvent(
                AT, Level.WARN, "X", "cannot reach", List.of(), new ConnectException("refused\nby \"fw\""));

        assertThat(text.format(event))
                .endsWith("X:0] \"cannot reach\" err=\"java.net.ConnectException: refused\\nby \\\"fw\\\"\"\n");
    }

    @Test
    void anErrorIsFollowedByItsStackIndented() {
        var cause = new IllegalStateException("outer\nI1121 forged", new IOException("inner"));

        List<String> lines = text.format(new LogEvent(AT, Level.ERROR, "X", "bug", List.of(), cause))
                .lines()
                .toList();

        assertThat(lines.getFirst()).endsWith("\"bug\" err=\"java.lang.IllegalStateException: outer\\nI1121 forged\"");
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.startsWith("\t"));
        assertThat(lines).anyMatch(line -> line.startsWith("\tat " + KlogTextTest.class.getName()));
        assertThat(lines).contains("\tCaused by: java.io.IOException: inner");
    }

    @Test
    void aFailingToStringDoesNotLoseTheEvent() {
        Object broken = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no");
            }
        };

        assertThat(info("m", field("k", broken))).contains("toString failed: java.lang.IllegalStateException");
    }

    @Test
    void anyTextStaysOneLineOfVisibleCharacters() {
        var random = new Random(20261121);
        for (int round = 0; round < 2_000; round++) {
            String noise = noise(random);

            String line = info(noise, field("k", noise));

            assertThat(line).endsWith("\n");
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
        return text.format(new LogEvent(AT, Level.INFO, "NodeController", message, List.of(fields), null));
    }

    /// slf4j's own types have no nullness annotations.
    @SuppressWarnings("NullAway")
    private static KeyValuePair field(String key, @Nullable Object value) {
        return new KeyValuePair(key, Optional.ofNullable(value).orElse(null));
    }
}
