package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UpdateLimitTest {
    private static final long START = Duration.ofHours(1).toNanos();

    private final UpdateLimit limit = new UpdateLimit();

    @Test
    void isHalvedDownToOneObject() {
        assertThat(limit.maxObjects(false)).isEqualTo(500);
        int steps = 0;
        while (limit.halve(limit.maxObjects(false))) {
            steps++;
        }

        assertThat(steps).isEqualTo(8);
        assertThat(limit.maxObjects(false)).isOne();
    }

    @Test
    void isSmallerForLargeObjectsFromTheStart() {
        assertThat(limit.maxObjects(true)).isEqualTo(50);

        limit.halve(50);

        assertThat(limit.maxObjects(true)).isEqualTo(25);
        assertThat(limit.maxObjects(false)).isEqualTo(25);
    }

    @Test
    void doublesWithEachCompleteWait() {
        limit.halve(500);
        limit.halve(250);

        limit.onWaitCompleted();
        assertThat(limit.maxObjects(false)).isEqualTo(250);
        limit.onWaitCompleted();
        limit.onWaitCompleted();
        assertThat(limit.maxObjects(false)).isEqualTo(500);
    }

    @Test
    void aVmThatIsTooLargeIsLeftOutForTenMinutes() {
        limit.leaveOut(Fixtures.ref(1), START);
        var wanted = Set.of(Fixtures.ref(1), Fixtures.ref(2));

        assertThat(limit.leftOut(wanted, START + Duration.ofMinutes(9).toNanos()))
                .containsExactly(Fixtures.ref(1));
        assertThat(limit.leftOut(Set.of(Fixtures.ref(2)), START)).isEmpty();
        assertThat(limit.leftOut(wanted, START + Duration.ofMinutes(10).toNanos()))
                .isEmpty();
    }
}
