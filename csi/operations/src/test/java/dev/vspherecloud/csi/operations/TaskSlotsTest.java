package dev.vspherecloud.csi.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskSlotsTest {
    private final List<String> events = new ArrayList<>();
    private final ManualClock time = new ManualClock();

    /// What happens when a call begins to wait.
    private Runnable onWait = () -> {};

    private final OperationClock clock = new OperationClock() {
        @Override
        public Instant now() {
            return time.now();
        }

        @Override
        public Instant wallTime() {
            return time.wallTime();
        }

        @Override
        public Signal signal() {
            Signal signal = time.signal();
            return new Signal() {
                @Override
                public void set() {
                    signal.set();
                }

                @Override
                public boolean await(Instant until) throws InterruptedException {
                    onWait.run();
                    return signal.await(until);
                }
            };
        }
    };

    @Test
    void aSlotThatBecomesFreeEndsTheWait() throws InterruptedException {
        var slots = new TaskSlots(1, clock);
        assertThat(slots.tryAcquire()).isTrue();
        onWait = slots::release;

        assertThat(slots.acquire(time.now().plusSeconds(60))).isTrue();
        assertThat(time.now()).isEqualTo(ManualClock.BEGIN);
        assertThat(slots.tryAcquire()).as("it is in use again").isFalse();
    }

    @Test
    void theWaitEndsAtTheDeadline() throws InterruptedException {
        var slots = new TaskSlots(1, clock);
        assertThat(slots.tryAcquire()).isTrue();

        assertThat(slots.acquire(time.now().plusSeconds(60))).isFalse();
        slots.release();
        assertThat(slots.tryAcquire()).as("the slot is free").isTrue();
    }

    @Test
    void theFirstThatWaitsIsTheFirstThatGetsASlot() throws InterruptedException {
        var slots = new TaskSlots(1, clock);
        assertThat(slots.tryAcquire()).isTrue();
        onWait = () -> {
            onWait = () -> {
                events.add("two wait");
                slots.release();
            };
            try {
                events.add("second " + slots.acquire(time.now().plusSeconds(10)));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };

        events.add("first " + slots.acquire(time.now().plusSeconds(60)));

        assertThat(events).containsExactly("two wait", "second false", "first true");
    }
}
