package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.reconcile.HeapTrimmer.OldGeneration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTrimmerTest {
    private static final long MB = 1 << 20;

    @Test
    void collectsWhenTheStartIsOver() {
        var before = new OldGeneration(12 * MB, 0);

        assertThat(new OldGeneration(12 * MB + 1, 0).isWorthCollecting(before)).isTrue();
    }

    @Test
    void waitsWhileTheHeapGrowsFast() {
        var before = new OldGeneration(6 * MB, 0);

        assertThat(new OldGeneration(7 * MB, 0).isWorthCollecting(before)).isFalse();
    }

    /// The threshold is eight megabytes or half of what survived the last collection, whichever is more.
    @ParameterizedTest
    @CsvSource({"8, 0, false", "9, 0, true", "23, 15, false", "24, 15, true", "96, 64, false", "97, 64, true"})
    void collectsDuringABurstWhenTheHeapHasGrownByHalf(long used, long survived, boolean expected) {
        var before = new OldGeneration((used - 5) * MB, survived * MB);

        assertThat(new OldGeneration(used * MB, survived * MB).isWorthCollecting(before))
                .isEqualTo(expected);
    }

    /// The threshold is two megabytes or an eighth of what survived the last collection, whichever is more.
    @ParameterizedTest
    @CsvSource({"11, 9, false", "12, 9, true", "72, 64, false", "73, 64, true"})
    void collectsOnlyWhatIsWorthThePause(long used, long survived, boolean expected) {
        var now = new OldGeneration(used * MB, survived * MB);

        assertThat(now.isWorthCollecting(now)).isEqualTo(expected);
    }

    @Test
    void doesNotCollectAgainRightAfterACollection() {
        var before = new OldGeneration(80 * MB, 64 * MB);

        assertThat(new OldGeneration(65 * MB, 65 * MB).isWorthCollecting(before))
                .isFalse();
    }
}
