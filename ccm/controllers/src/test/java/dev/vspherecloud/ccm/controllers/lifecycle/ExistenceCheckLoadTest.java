package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The number of requests that vCenter receives because Nodes are not ready.
class ExistenceCheckLoadTest {
    private static final int NODES = 60;

    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(NODES);

    @Test
    void nodesWhoseVmsExistCauseNoChecks() {
        all(bed::silence);

        bed.pass(Duration.ofMinutes(5));

        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void afterTheLossOfAPermissionTwoChecksAMinuteAreSent() {
        all(name -> {
            bed.lose(name, LifecycleTestBed.hidden());
            bed.silence(name);
        });
        bed.pass(Duration.ofMinutes(1));
        int before = bed.existenceChecker.requests.size();

        bed.pass(Duration.ofMinutes(10));

        assertThat(before).isLessThanOrEqualTo(CheckQueue.MAX_PARALLEL + 2);
        assertThat(bed.existenceChecker.requests.size() - before).isBetween(18, 20);
    }

    @Test
    void whenThePermissionIsBackNodesOfDestroyedVmsAreDeletedWithinAMinute() {
        all(name -> {
            bed.lose(name, LifecycleTestBed.hidden());
            bed.silence(name);
        });
        bed.pass(Duration.ofMinutes(5));

        all(name -> bed.lose(name, LifecycleTestBed.destroyed()));
        bed.pass(Duration.ofMinutes(1));

        assertThat(bed.deletes()).isEqualTo(NODES);
    }

    @Test
    void vmsThatAreOnlyMissingCauseTwoChecksAMinuteInTheLongRun() {
        all(bed::unregister);
        bed.pass(Duration.ofMinutes(15));
        int before = bed.existenceChecker.requests.size();

        bed.pass(Duration.ofHours(1));

        assertThat(bed.existenceChecker.requests.size() - before).isLessThanOrEqualTo(2 * NODES + 20);
        assertThat(bed.deletes()).isZero();
    }

    private void all(Consumer<String> what) {
        for (int i = 1; i <= NODES; i++) {
            what.accept("w-" + i);
        }
    }
}
