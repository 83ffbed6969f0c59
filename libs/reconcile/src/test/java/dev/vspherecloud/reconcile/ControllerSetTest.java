package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;

class ControllerSetTest {
    private static final Duration TIMEOUT = Duration.ofMillis(300);

    private final List<String> calls = new ArrayList<>();
    private final Supervisor supervisor =
            new Supervisor(() -> 0, _ -> {}, thread -> calls.add(thread + " failed"), NOPLogger.NOP_LOGGER);

    @Test
    void startsInTheOrderOfTheListAndStopsInTheReverseOrder() {
        var set = new ControllerSet(List.of(named("a"), named("b"), named("c")), supervisor);

        set.start(Set.of("c", "a", "b"));
        set.stop(TIMEOUT);

        assertThat(calls)
                .containsExactly(
                        "a starts",
                        "b starts",
                        "c starts",
                        "a resyncs",
                        "b resyncs",
                        "c resyncs",
                        "c stops",
                        "b stops",
                        "a stops");
    }

    @Test
    void startsOnlyTheNamedAndResyncsAllThatRun() {
        var set = new ControllerSet(List.of(named("a"), named("b")), supervisor);

        set.start(Set.of("b", "unknown"));
        set.start(Set.of("a"));

        assertThat(calls).containsExactly("b starts", "b resyncs", "a starts", "b resyncs", "a resyncs");
        assertThat(set.running()).extracting(Controller::name).containsExactly("b", "a");
    }

    @Test
    void startsNoControllerTwice() {
        var set = new ControllerSet(List.of(named("a")), supervisor);

        set.start(Set.of("a"));
        set.start(Set.of("a"));

        assertThat(calls).containsOnlyOnce("a starts");
    }

    @Test
    void stopsOnlyRunningControllers() {
        var set = new ControllerSet(List.of(named("a"), named("b")), supervisor);
        set.start(Set.of("a"));

        set.stop(TIMEOUT);
        set.stop(TIMEOUT);

        assertThat(calls).containsExactly("a starts", "a resyncs", "a stops");
        assertThat(set.running()).isEmpty();
    }

    @Test
    void stopsTheOthersWhenOneFailsToStop() {
        var set = new ControllerSet(List.of(named("a"), new Scripted("b", true)), supervisor);
        set.start(Set.of("a", "b"));
        calls.clear();

        set.stop(TIMEOUT);

        assertThat(calls).containsExactly("b stops", "controller failed", "a stops");
        assertThat(set.running()).isEmpty();
    }

    @Test
    void refusesTwoControllersWithOneName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ControllerSet(List.of(named("a"), named("a")), supervisor))
                .withMessage("two controllers have the same name");
    }

    private Scripted named(String name) {
        return new Scripted(name, false);
    }

    /// Records the calls that it gets.
    private final class Scripted implements KeyedController<String> {
        private final String name;
        private final boolean failsToStop;

        Scripted(String name, boolean failsToStop) {
            this.name = name;
            this.failsToStop = failsToStop;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start() {
            calls.add(name + " starts");
        }

        @Override
        public void enqueue(String key) {
            calls.add(name + " looks at " + key);
        }

        @Override
        public void resync() {
            calls.add(name + " resyncs");
        }

        @Override
        public Optional<String> unhealthyReason() {
            return Optional.empty();
        }

        @Override
        public void stop(Duration atMost) {
            calls.add(name + " stops");
            if (failsToStop) {
                throw new IllegalStateException("cannot stop");
            }
        }
    }
}
