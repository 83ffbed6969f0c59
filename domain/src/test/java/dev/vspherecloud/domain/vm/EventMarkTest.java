package dev.vspherecloud.domain.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventMarkTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901Z");

    @Test
    void itIsWrittenAsKeyBlankAndTime() {
        assertThat(new EventMark(5030, TIME)).hasToString("5030 2026-01-02T03:04:05.678901Z");
        assertThat(EventMark.parse("5030 2026-01-02T03:04:05.678901Z")).contains(new EventMark(5030, TIME));
        assertThat(EventMark.parse("0 2026-01-02T03:04:05.678901Z")).contains(new EventMark(0, TIME));
    }

    @Test
    void anyMarkSurvivesBeingWrittenAndRead() {
        var random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            var mark = new EventMark(
                    random.nextLong(1L << 62),
                    Instant.ofEpochSecond(random.nextLong(1, 1L << 36), random.nextInt(1_000_000_000)));

            assertThat(EventMark.parse(mark.toString())).contains(mark);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "5030",
                "5030 ",
                " 2026-01-02T03:04:05Z",
                "5030  2026-01-02T03:04:05Z",
                "5030 2026-01-02",
                "5030 2026-01-02T03:04:05",
                "0x13 2026-01-02T03:04:05Z",
                "50.3 2026-01-02T03:04:05Z",
                "9223372036854775808 2026-01-02T03:04:05Z",
                "2026-01-02T03:04:05Z 5030",
                "5030 2026-13-02T03:04:05Z",
                "-5030 2026-01-02T03:04:05Z",
                "5030 -2026-01-02T03:04:05Z",
                "5030 1970-01-01T00:00:00Z",
            })
    void whatIsNoMarkIsNone(String text) {
        assertThat(EventMark.parse(text)).isEmpty();
    }

    @ParameterizedTest(name = "key {0}, {1} s later: {2}")
    @CsvSource({
        // This history goes on.
        "5031,  1, false",
        "5030,  0, false",
        // Two of one second, or of one key that was written twice.
        "5031,  0, false",
        "5029,  0, false",
        "5030,  1, false",
        // It went back to the backup, and goes on from there.
        "4000,  1, true",
        "5029, 60, true",
        // Read by a process that has not looked for a while.
        "5029, -1, false",
        "5031, -1, true",
    })
    void aLowerKeyAtALaterTimeIsOfAnotherHistory(long key, int later, boolean expected) {
        var mark = new EventMark(5030, TIME);
        var other = new EventMark(key, TIME.plusSeconds(later));

        assertThat(mark.contradicts(other)).isEqualTo(expected);
        assertThat(other.contradicts(mark)).isEqualTo(expected);
    }
}
