package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitPacerTest {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private final WaitPacer pacer = new WaitPacer(0);
    private long now;

    @Test
    void threeWaitsMayFollowWithoutAPause() {
        assertThat(pauses(4)).containsExactly(0L, 0L, 0L, 4000L);
    }

    @Test
    void constantlyChangingGuestsTakeFifteenWaitsAMinute() {
        int waits = 0;
        while (now < TEN_MINUTES.toNanos()) {
            now += pacer.pauseBeforeNext(now, 0).toNanos()
                    + Duration.ofMillis(5).toNanos();
            waits++;
        }

        assertThat(waits).isBetween(150, 153);
    }

    @Test
    void aCallerThatWaitsForATaskHearsOfItTwiceASecond() {
        pauses(10);

        assertThat(pacer.pauseBeforeNext(now, 1)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void theMoreTasksRunTheShorterIsThePause() {
        pauses(10);

        assertThat(pacer.pauseBeforeNext(now, 8)).isEqualTo(Duration.ofSeconds(2));
        pacer.revertLast();
        assertThat(pacer.pauseBeforeNext(now, 16)).isEqualTo(Duration.ofSeconds(2));
        pacer.revertLast();
        assertThat(pacer.pauseBeforeNext(now, 32)).isEqualTo(Duration.ofMillis(500));
        pacer.revertLast();
        assertThat(pacer.pauseBeforeNext(now, 100).toMillis()).isEqualTo(51);
    }

    @Test
    void aHundredTasksThatBeginInAQuietInventoryNeedNoPause() {
        for (int i = 0; i < 30; i++) {
            assertThat(pacer.pauseBeforeNext(now, 100)).isZero();
        }
    }

    @Test
    void aChangeOfManyTasksDelaysTheNextWaitOnce() {
        pauses(10);
        for (int i = 0; i < 20; i++) {
            pacer.onUnpaced(now, 16);
        }

        assertThat(pacer.pauseBeforeNext(now, 16)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aWaitThatDidNotTakePlaceCostsNothing() {
        pauses(10);
        Duration first = pacer.pauseBeforeNext(now, 1);
        pacer.revertLast();

        assertThat(pacer.pauseBeforeNext(now, 1)).isEqualTo(first);
    }

    @Test
    void waitsWithoutUpdatesAreNeverDelayed() {
        int waits = 0;
        while (now < TEN_MINUTES.toNanos()) {
            assertThat(pacer.pauseBeforeNext(now, 0)).isZero();
            now += Duration.ofSeconds(30).toNanos();
            waits++;
        }

        assertThat(waits).isEqualTo(20);
    }

    @Test
    void aQuietMinuteAllowsTheNextBurst() {
        pauses(10);
        now += Duration.ofMinutes(1).toNanos();

        assertThat(pauses(3)).containsExactly(0L, 0L, 0L);
    }

    /// Returns the pauses in milliseconds before waits that end at once.
    private List<Long> pauses(int count) {
        var pauses = new ArrayList<Long>();
        for (int i = 0; i < count; i++) {
            Duration pause = pacer.pauseBeforeNext(now, 0);
            pauses.add(pause.toMillis());
            now += pause.toNanos();
        }
        return pauses;
    }
}
