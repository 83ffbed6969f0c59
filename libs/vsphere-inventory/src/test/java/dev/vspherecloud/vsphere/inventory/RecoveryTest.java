package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecoveryTest {
    @Test
    void aLostSessionOrCollectorIsReplacedAtOnceButOnlyOnce() {
        assertThat(Recovery.delayAfter(Kind.SESSION_LOST, 1)).isZero();
        assertThat(Recovery.delayAfter(Kind.INVALID_VERSION, 1)).isZero();
        assertThat(Recovery.delayAfter(Kind.SESSION_LOST, 2)).isPositive();
    }

    @Test
    void aBrokenNetworkIsTriedAgainWithinSeconds() {
        assertThat(IntStream.rangeClosed(1, 6).mapToObj(failures -> Recovery.delayAfter(Kind.UNREACHABLE, failures)))
                .extracting(Duration::toMillis)
                .containsExactly(500L, 1000L, 2000L, 4000L, 5000L, 5000L);
    }

    @Test
    void aVcenterThatIsAwayForLongIsTriedLessOften() {
        assertThat(IntStream.rangeClosed(1, 15)
                        .mapToObj(failures -> Recovery.delayAfter(Kind.UNREACHABLE, failures))
                        .reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofSeconds(50), Duration.ofSeconds(70));
        assertThat(Recovery.delayAfter(Kind.UNREACHABLE, 16)).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void failuresThatNeedAPersonAreTriedSlowly() {
        assertThat(Recovery.delayAfter(Kind.TLS, 1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Recovery.delayAfter(Kind.TLS, 2)).isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyFailureIsTriedAgainWithinBounds(Kind kind) {
        assertThat(Recovery.delayAfter(kind, 1_000_000)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(30));
    }
}
