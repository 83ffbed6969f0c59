package dev.vspherecloud.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ManualClockTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final ManualClock clock = ManualClock.at(NOON);

    @Test
    void standsStillUntilMoved() {
        assertThat(clock.instant()).isEqualTo(NOON).isEqualTo(clock.instant());

        assertThat(clock.advance(Duration.ofSeconds(5))).isEqualTo(NOON.plusSeconds(5));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(5));
    }

    @Test
    void mayBeSetBack() {
        clock.advance(Duration.ofSeconds(-5));

        assertThat(clock.instant()).isEqualTo(NOON.minusSeconds(5));
    }
}
