package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.OperationRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// A thread of a process in virtual time. The code under test really blocks its thread, but of all threads of a run
/// only one works at a time, until it waits or ends. So a seed determines a run.
///
/// If the process is killed, its threads end at their next wait. If it is stopped, they go on later.
final class SimulatedThread {
    /// Ends the thread of a process that was killed.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("the process was killed", null, false, false);
        }
    }

    private final Events events;
    private final Replica replica;
    private final OperationRequest request;

    /// The events hand over to the thread.
    private final Semaphore turn = new Semaphore(0);

    /// The thread hands back to the events.
    private final Semaphore pause = new Semaphore(0);

    private Optional<Throwable> failure = Optional.empty();
    private boolean isOver;
    private boolean wasStopped;
    private boolean wasSignalled;
    private long waits;

    private SimulatedThread(Events events, Replica replica, OperationRequest request) {
        this.events = events;
        this.replica = replica;
        this.request = request;
    }

    /// Starts a thread as soon as the running event is over.
    static SimulatedThread start(Events events, Replica replica, OperationRequest request, Runnable work) {
        var thread = new SimulatedThread(events, replica, request);
        Thread.ofVirtual().start(() -> thread.run(work));
        thread.wakeUpAt(events.now());
        return thread;
    }

    private void run(Runnable work) {
        turn.acquireUninterruptibly();
        try {
            if (!replica.isDead()) {
                work.run();
            }
        } catch (Killed _) {
            // As intended.
        } catch (Throwable e) {
            failure = Optional.of(e);
        }
        isOver = true;
        pause.release();
    }

    OperationRequest request() {
        return request;
    }

    /// Returns true if the process was stopped for a while during the call.
    boolean wasStopped() {
        return wasStopped;
    }

    /// Lets this thread wait.
    ///
    /// @return true if [#signal] ended the wait
    boolean waitUntil(Instant time) {
        wakeUpAt(time);
        pause.release();
        turn.acquireUninterruptibly();
        if (replica.isDead()) {
            throw new Killed();
        }
        return wasSignalled;
    }

    /// Ends the present wait of this thread, as soon as the running event is over.
    void signal() {
        long wait = waits;
        events.at(events.now(), () -> wakeUp(wait, true));
    }

    private void wakeUpAt(Instant time) {
        long wait = ++waits;
        events.at(time, () -> wakeUp(wait, false));
    }

    private void wakeUp(long wait, boolean isSignalled) {
        if (isOver || wait != waits) {
            return;
        }
        if (!replica.isDead() && events.now().isBefore(replica.stoppedUntil())) {
            wasStopped = true;
            events.at(replica.stoppedUntil(), () -> wakeUp(wait, isSignalled));
            return;
        }
        waits++;
        wasSignalled = isSignalled;
        work();
    }

    private void work() {
        events.enter(this);
        turn.release();
        pause.acquireUninterruptibly();
        events.leave();
        if (failure.isPresent()) {
            throw new AssertionError(failure.get());
        }
    }

    /// Ends the thread of a process that was killed, at the end of the run.
    void end() {
        while (!isOver) {
            work();
        }
    }
}
