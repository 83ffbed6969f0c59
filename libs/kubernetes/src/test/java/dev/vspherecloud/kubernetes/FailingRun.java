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

/// One run against a healthy API server, with at most one failure in it that nobody expects.
///
/// Threads: the test sets the answers before the run; its threads only read them.
public final class FailingRun {
    public static final Duration LENGTH = Duration.ofMinutes(2);

    private final FailingCalls failing;
    private final ManualTime time = new ManualTime(LENGTH);
    private final RecordingLog log = new RecordingLog();
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private final SteadyApi api = new SteadyApi();
    private final Supervisor supervisor;

    private FailingRun(FailingCalls failing) {
        this.failing = failing;
        supervisor = new Supervisor(time, time, counted::add, log);
    }

    /// Answers what a healthy API server answers; a stream lasts for half a minute after its last line.
    private final class SteadyApi implements ApiTransport {
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

                // Once the time is over nobody is there to meet a failure.
                @Override
                public void close() {
                    if (time.now().compareTo(LENGTH) < 0) {
                        failing.call("ApiStream.close");
                    }
                }
            };
        }
    }

    /// Each call of a transport goes through the failing calls first. It is no proxy: what the interface does by
    /// itself comes back to it.
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

    /// What is to be played with each call failing in turn.
    @FunctionalInterface
    public interface Scene {
        void play(FailingRun run) throws InterruptedException;
    }

    /// Plays the scene again and again; each time another call fails.
    ///
    /// @param atLeast how many calls there are at least, so that a scene that calls nothing is noticed
    public static void eachCallFailsOnce(int atLeast, Scene scene) throws InterruptedException {
        int runs = FailingCalls.eachFailsOnce(failing -> scene.play(new FailingRun(failing)));
        assertThat(runs).as("calls that fail").isGreaterThan(atLeast);
    }

    /// What the API server answers to each call that is no stream.
    public void answers(Supplier<String> json) {
        api.answers = json;
    }

    /// What each stream begins with.
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

    /// The kinds of the threads that were restarted.
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

    /// Ends with the time.
    public void work(String thread, Runnable work) {
        supervisor.task(thread, thread, work).run();
    }

    /// @param calls how many of the API server there were at most
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
