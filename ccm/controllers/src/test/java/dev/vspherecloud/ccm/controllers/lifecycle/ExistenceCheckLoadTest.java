package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The number of requests that vCenter receives because Nodes are not ready.
class ExistenceCheckLoadTest {
    private static final int NODES = 60;

    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(NODES);

    @Test
    void nodesWhoseVmsAreThereCostNothing() {
        all(stage::silence);

        stage.pass(Duration.ofMinutes(5));

        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void afterTheLossOfARightTwoQuestionsAMinuteAreAsked() {
        all(name -> {
            stage.lose(name, LifecycleTestBed.hidden());
            stage.silence(name);
        });
        stage.pass(Duration.ofMinutes(1));
        int before = stage.existenceChecker.questions.size();

        stage.pass(Duration.ofMinutes(10));

        assertThat(before).isLessThanOrEqualTo(CheckQueue.MAX_PARALLEL + 2);
        assertThat(stage.existenceChecker.questions.size() - before).isBetween(18, 20);
    }

    @Test
    void whenTheRightIsBackTheDestroyedGoWithinAMinute() {
        all(name -> {
            stage.lose(name, LifecycleTestBed.hidden());
            stage.silence(name);
        });
        stage.pass(Duration.ofMinutes(5));

        all(name -> stage.lose(name, LifecycleTestBed.destroyed()));
        stage.pass(Duration.ofMinutes(1));

        assertThat(stage.deletes()).isEqualTo(NODES);
    }

    @Test
    void vmsThatAreOnlyMissingCostTwoQuestionsAMinuteInTheLongRun() {
        all(stage::unregister);
        stage.pass(Duration.ofMinutes(15));
        int before = stage.existenceChecker.questions.size();

        stage.pass(Duration.ofHours(1));

        assertThat(stage.existenceChecker.questions.size() - before).isLessThanOrEqualTo(2 * NODES + 20);
        assertThat(stage.deletes()).isZero();
    }

    private void all(Consumer<String> what) {
        for (int i = 1; i <= NODES; i++) {
            what.accept("w-" + i);
        }
    }
}
