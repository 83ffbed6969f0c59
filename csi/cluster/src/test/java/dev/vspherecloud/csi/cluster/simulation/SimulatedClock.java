package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.operations.OperationClock;
import java.time.Instant;
import java.util.Optional;

/// The virtual time, for the code under test. The time of the day of each process is corrected from time to time.
record SimulatedClock(Replica replica) implements OperationClock {
    @Override
    public Instant now() {
        return replica.events.now();
    }

    @Override
    public Instant wallTime() {
        return replica.wallTime();
    }

    @Override
    public Signal signal() {
        return new SimulatedSignal(replica.events);
    }

    private static final class SimulatedSignal implements Signal {
        private final Events events;
        private Optional<SimulatedThread> waiting = Optional.empty();
        private boolean isSet;

        SimulatedSignal(Events events) {
            this.events = events;
        }

        @Override
        public void set() {
            isSet = true;
            waiting.ifPresent(SimulatedThread::signal);
        }

        @Override
        public boolean await(Instant until) {
            if (isSet) {
                return true;
            }
            SimulatedThread thread = events.thread();
            waiting = Optional.of(thread);
            boolean wasSignalled = thread.waitUntil(until);
            waiting = Optional.empty();
            return wasSignalled;
        }
    }
}
