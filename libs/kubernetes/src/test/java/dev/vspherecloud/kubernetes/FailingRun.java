package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// One run against a healthy API server, with at most one unexpected failure.
///
/// Threads: the test sets the responses before the run; its threads only read them.
public final class FailingRun {
    public static final Duration LENGTH = Duration.ofMinutes(2);

    private final FailingCalls failing;
    private final ManualTime time = new ManualTime(LENGTH);
    private final RecordingLog log = new RecordingLog();
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private final HealthyApi api = new HealthyApi();
    private final Supervisor supervisor;

    private FailingRun(FailingCalls failing) {
        this.failing = failing;
        supervisor = new Supervisor(time, time, counted::add, log);
    }

    /// Responds like a healthy API server; a stream lasts for half a minute after its last line.
    private final class HealthyApi implements ApiTransport {
        private final List<String> calls = new CopyOnWriteArrayList<>();
        private Supplier<String> answers = () -> "{}";
        private List<String> lines = List.of();

        @Override
        public ApiAnswer send(ApiCall call, Duration deadline) {
            calls.add(call.toString());
            return ScriptedApi.answer(200, answers.get());
        }

        @Override
        public ApiStream open(ApiCall call, Duration deadline) {
            calls.add(call.toString());
            var left = new ArrayList<>(lines);
            return new ApiStream() {
                @Override
                public Optional<byte[]> nextLine(Duration patience) throws InterruptedException {
                    failing.call("ApiStream.nextLine");
                    if (left.isEmpty()) {
                        time.sleep(Duration.ofSeconds(30));
                        return Optional.empty();
                    }
                    return Optional.of(left.removeFirst().getBytes(StandardCharsets.UTF_8));
                }

                // Once the time is over, no thread is left that could handle a failure.
                @Override
                public void close() {
                    if (time.now().compareTo(LENGTH) < 0) {
                        failing.call("ApiStream.close");
                    }
                }
            };
        }
    }

    /// Passes each call of a transport through the failing calls first. It is not a dynamic proxy, so the default
    /// methods of the interface call it again.
    private record FailingApi(FailingCalls failing, ApiTransport api) implements ApiTransport {
        @Override
        public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
            failing.call("ApiTransport.send");
            return api.send(call, deadline);
        }

        @Override
        public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
            failing.call("ApiTransport.open");
            return api.open(call, deadline);
        }
    }

    /// A scenario in which each call fails in turn.
    @FunctionalInterface
    public interface Scenario {
        void run(FailingRun run) throws InterruptedException;
    }

    /// Runs the scenario repeatedly; each time another call fails.
    ///
    /// @param atLeast the least number of calls, so that a scenario without calls is an error
    public static void eachCallFailsOnce(int atLeast, Scenario scenario) throws InterruptedException {
        int runs = FailingCalls.eachFailsOnce(failing -> scenario.run(new FailingRun(failing)));
        assertThat(runs).as("calls that fail").isGreaterThan(atLeast);
    }

    /// Sets the response of the API server to each call that is no stream.
    public void answers(Supplier<String> json) {
        api.answers = json;
    }

    /// Sets the first lines of each stream.
    public void streams(String... lines) {
        api.lines = List.of(lines);
    }

    public List<String> calls() {
        return api.calls;
    }

    public FailingCalls failing() {
        return failing;
    }

    public String failed() {
        return failing.failed();
    }

    public ManualTime time() {
        return time;
    }

    public Supervisor supervisor() {
        return supervisor;
    }

    /// Returns the kinds of the threads that were restarted.
    public List<String> counted() {
        return counted;
    }

    public RecordingLog log() {
        return log;
    }

    public Sleeper pause() {
        return failing.of(Sleeper.class, time);
    }

    public ApiServer server() {
        return new ApiServer("https://api.test:6443", new FailingApi(failing, api), time, time);
    }

    /// Runs the work until the time is over.
    public void work(String thread, Runnable work) {
        supervisor.task(thread, thread, work).run();
    }

    /// @param calls the greatest number of calls of the API server
    public void shows(String thread, int calls) {
        String failed = failing.failed();
        if (failing.wasReached()) {
            assertThat(counted).as(failed).containsExactly(thread);
            assertThat(log.errors()).as(failed).singleElement().satisfies(line -> assertThat(line.stack())
                    .isInstanceOf(FailingCalls.Bug.class));
        } else {
            assertThat(log.errors()).isEmpty();
        }
        assertThat(api.calls).as(failed).hasSizeLessThanOrEqualTo(calls);
    }
}
