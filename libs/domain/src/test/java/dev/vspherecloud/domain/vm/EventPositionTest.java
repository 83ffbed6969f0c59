package dev.vspherecloud.domain.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventPositionTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901Z");

    @Test
    void aPositionIsWrittenAsKeyBlankAndTime() {
        assertThat(new EventPosition(5030, TIME)).hasToString("5030 2026-01-02T03:04:05.678901Z");
        assertThat(EventPosition.parse("5030 2026-01-02T03:04:05.678901Z")).contains(new EventPosition(5030, TIME));
        assertThat(EventPosition.parse("2147483647 2199-12-31T23:59:59.999999999Z"))
                .contains(new EventPosition(Integer.MAX_VALUE, Instant.parse("2199-12-31T23:59:59.999999999Z")));
        assertThat(EventPosition.parse("1 2000-01-01T00:00:00Z"))
                .contains(new EventPosition(1, Instant.parse("2000-01-01T00:00:00Z")));
    }

    @Test
    void anyPositionIsReadAsItWasWritten() {
        var random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            var mark = new EventPosition(
                    random.nextLong(1, 1L << 31),
                    Instant.ofEpochSecond(
                            random.nextLong(946_684_800L, 7_258_118_400L), random.nextInt(1_000_000_000)));

            assertThat(EventPosition.parse(mark.toString())).contains(mark);
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
                "5030 1999-12-31T23:59:59.999999999Z",
                "5030 2200-01-01T00:00:00Z",
                "5 +1000000000-12-31T23:59:59Z",
                "5 -1000000000-01-01T00:00:00Z",
                "0 2026-01-02T03:04:05Z",
                "05030 2026-01-02T03:04:05Z",
                "+5030 2026-01-02T03:04:05Z",
                "\u0665 2026-01-02T03:04:05Z",
                "2147483648 2026-01-02T03:04:05Z",
                "9999999999 2026-01-02T03:04:05Z",
                "5030 2026-01-02T03:04:05+01:00",
                "5030 2026-01-02t03:04:05z",
                "5030 2026-01-02T03:04:05.1234567891Z",
                "5030 2026-01-02T03:04:05Z ",
                "5030\t2026-01-02T03:04:05Z",
                "5030 2026-01-02T03:04:05Z 5030",
                "5030 2026-01-02T03:04:05Z\n",
                "<key>5030</key> 2026-01-02T03:04:05Z",
            })
    void malformedTextIsNoPosition(String text) {
        assertThat(EventPosition.parse(text)).isEmpty();
    }

    @ParameterizedTest(name = "key {0}, {1} s later: {2}")
    @CsvSource({
        "5031,  1, true",
        "5031,  0, true",
        "5030,  1, true",
        // Either a greater key or a later time is enough, since such an event is of another history.
        "4000,  1, true",
        "5031, -1, true",
        "5030,  0, false",
        "5029,  0, false",
        "5029, -1, false",
    })
    void aGreaterKeyOrALaterTimeIsBeyond(long key, int later, boolean expected) {
        assertThat(new EventPosition(key, TIME.plusSeconds(later)).isBeyond(new EventPosition(5030, TIME)))
                .isEqualTo(expected);
    }
}
