package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    /// It starts close to its overflow, as a real clock may.
    private long now = Long.MAX_VALUE - 1_000;

    private final RateLimit limit = new RateLimit(5, Duration.ofSeconds(1));

    private long allowed() {
        return IntStream.range(0, 20).filter(_ -> limit.tryAcquire(now)).count();
    }

    @Test
    void aBurstIsFollowedByOneInEachPeriod() {
        assertThat(allowed()).isEqualTo(5);
        now += Duration.ofMillis(2_500).toNanos();
        assertThat(allowed()).isEqualTo(2);
        now += Duration.ofMillis(500).toNanos();
        assertThat(allowed()).isEqualTo(1);
        now += Duration.ofDays(1).toNanos();
        assertThat(allowed()).isEqualTo(5);
    }
}
