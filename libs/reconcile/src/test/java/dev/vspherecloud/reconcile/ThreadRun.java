package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.testkit.time.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One run of the work of a thread, with at most one call that fails with an unexpected exception.
public final class ThreadRun {
    private static final Duration RUN = Duration.ofSeconds(12);

    private final FailingCalls failing;
    private final VirtualTime time = VirtualTime.until(RUN);
    private final RecordingLog log = new RecordingLog();
    private final List<String> counted = new ArrayList<>();
    private int reads;

    ThreadRun(FailingCalls failing) {
        this.failing = failing;
    }

    /// Runs the work in a supervised thread until the time is over.
    public void work(String thread, Runnable work) {
        new Supervisor(time::nanos, time::sleep, counted::add, log)
                .task(thread, thread, work)
                .run();
        assertThat(Thread.interrupted()).as("ended with the time").isTrue();
        boolean wasReached = failing.wasReached();
        assertThat(counted).as(failing.failed()).hasSize(wasReached ? 1 : 0).allMatch(thread::equals);
        assertThat(log.errors()).as(failing.failed()).hasSize(wasReached ? 1 : 0);
        assertThat(reads).as(failing.failed()).isBetween(10, 14);
    }

    /// Advances the time.
    public void pause(Duration length) throws InterruptedException {
        failing.call("pause");
        time.sleep(length);
    }

    /// Runs the steps repeatedly. In each run another one of its calls fails, until every call failed once.
    ///
    /// @param atLeast the minimum number of calls that fail
    public static void eachCallFailsOnce(int atLeast, Steps steps) throws IOException {
        int runs = FailingCalls.eachFailsOnce(failing -> steps.run(new ThreadRun(failing)));
        assertThat(runs).as("calls that fail").isGreaterThan(atLeast);
    }

    /// Marks the call of this name, and throws if it is its turn to fail.
    public void call(String name) {
        failing.call(name);
    }

    /// Marks every call of an interface in the same way.
    public <T> T failing(Class<T> type, T target) {
        return failing.of(type, target);
    }

    /// Returns the call that failed.
    public String failed() {
        return failing.failed();
    }

    /// @return the number of reads so far
    public int read() {
        reads++;
        return reads;
    }

    public long nanos() {
        return time.nanos();
    }

    /// The steps of a run.
    public interface Steps {
        void run(ThreadRun run) throws IOException;
    }
}
