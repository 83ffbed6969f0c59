package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(60));

    @ParameterizedTest
    @CsvSource({"1,100", "2,200", "3,400", "10,51200", "11,60000", "12,60000", "1000,60000"})
    void doublesUpToItsCap(int failures, long millis) {
        assertThat(backoff.after(failures, 0)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void spreadsByATenth() {
        assertThat(backoff.after(1, 1)).isEqualTo(Duration.ofMillis(110));
    }

    @Test
    void refusesAZeroDelay() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
