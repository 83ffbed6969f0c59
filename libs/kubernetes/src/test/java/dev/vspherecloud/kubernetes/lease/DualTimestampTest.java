package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DualTimestampTest {
    @ParameterizedTest(name = "monotonic {0} s, wall {1} s: {2} s")
    @CsvSource(textBlock = """
            5,   5,    5
            5,   6,    6
            5,   4,    5
            2,   3600, 3600
            60,  60,   60
            5,   -3600, 5
            0,   -1,   0
            """)
    void theLongerOfBothTimesCounts(long ticks, long wall, long since) {
        var earlier = new DualTimestamp(Duration.ofSeconds(100), Instant.parse("2026-01-02T00:00:00Z"));
        var later = new DualTimestamp(
                earlier.monotonic().plusSeconds(ticks), earlier.wallClock().plusSeconds(wall));

        assertThat(later.since(earlier)).isEqualTo(Duration.ofSeconds(since));
    }
}
