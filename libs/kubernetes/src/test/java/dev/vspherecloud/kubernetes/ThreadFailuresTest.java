package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Each call of each port of each thread fails once in a way that nobody expects, and the work goes on.
@Timeout(120)
class ThreadFailuresTest {
    private static final Duration RUN = Duration.ofMinutes(2);

    /// One run, with at most one failure in it.
    private static final class Run {
        private final FailingCalls failing;
        private final ManualTime time = new ManualTime(RUN);
        private final RecordingLog log = new RecordingLog();
        private final List<String> counted = new CopyOnWriteArrayList<>();
        private final SteadyApi api = new SteadyApi();
        private final Supervisor supervisor;

        Run(FailingCalls failing) {
            this.failing = failing;
            supervisor = new Supervisor(time, time, counted::add, log);
        }

        /// Answers what a healthy API server answers; a stream lasts for half a minute after its last line.
        private final class SteadyApi implements ApiTransport {
            private final List<String> calls = new CopyOnWriteArrayList<>();
            private Function<ApiCall, String> answers = _ -> "{}";
            private List<String> lines = List.of();

            @Override
            public ApiAnswer send(ApiCall call, Duration deadline) {
                calls.add(call.toString());
                return ScriptedApi.answer(200, answers.apply(call));
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
                        if (time.now().compareTo(RUN) < 0) {
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

        Sleeper pause() {
            return failing.of(Sleeper.class, time);
        }

        ApiServer server() {
            return new ApiServer("https://api.test:6443", new FailingApi(failing, api), time, time);
        }

        /// Ends with the time.
        void work(String thread, Runnable work) {
            supervisor.task(thread, thread, work).run();
        }

        void shows(String thread, int calls) {
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

    private interface Scene {
        void play(Run run) throws InterruptedException;
    }

    private static void eachCallFailsOnce(int atLeast, Scene scene) throws InterruptedException {
        int runs = FailingCalls.eachFailsOnce(failing -> scene.play(new Run(failing)));
        assertThat(runs).as("calls that fail").isGreaterThan(atLeast);
    }

    @Test
    void nodesAreKnownAndToldWhateverFails() throws InterruptedException {
        eachCallFailsOnce(15, run -> {
            run.api.answers = _ -> page(NodeFixtures.fresh("w-1", 3), NodeFixtures.fresh("w-2", 4));
            run.api.lines = List.of(NodeFixtures.event("ADDED", NodeFixtures.fresh("w-3", 10)));
            var told = new ArrayList<String>();
            var nodes = new KubeNodes(
                    run.server(),
                    name -> {
                        run.failing.call("listener");
                        told.add(name.value());
                    },
                    () -> true,
                    run.pause(),
                    new SplittableRandom(1));

            run.work("nodes", nodes);

            assertThat(nodes.isSynced()).isTrue();
            assertThat(nodes.names()).as(run.failing.failed()).contains(new NodeName("w-1"), new NodeName("w-2"));
            assertThat(told).as(run.failing.failed()).contains("w-1", "w-2", "w-3");
            run.shows("nodes", 8);
        });
    }

    @Test
    void servicesAreKnownWhateverFails() throws InterruptedException {
        eachCallFailsOnce(8, run -> {
            run.api.answers = _ -> page();
            var claims = new KubeAddressClaims(run.server(), run.pause(), new SplittableRandom(1));

            run.work("services", claims);

            assertThat(claims.failure()).isEmpty();
            assertThat(run.api.calls.getLast()).contains("watch=true");
            run.shows("services", 8);
        });
    }

    @Test
    void aSecretIsToldWhateverFails() throws InterruptedException {
        eachCallFailsOnce(15, run -> {
            run.api.answers = _ -> secret("5", "a");
            run.api.lines = List.of(NodeFixtures.event("MODIFIED", secret("6", "b")));
            var told = new ArrayList<String>();
            var watch = new SecretWatch(
                    run.server(),
                    "kube-system",
                    "vcenter",
                    read -> {
                        run.failing.call("consumer");
                        told.add(((SecretRead.Found) read).resourceVersion());
                    },
                    run.time,
                    run.pause());

            run.work("credentials", watch);

            assertThat(told).as(run.failing.failed()).contains("5", "6");
            run.shows("credentials", 10);
        });
    }

    /// The one whose sending fails is given up and counted.
    @Test
    void eventsAreSentWhateverFails() throws InterruptedException {
        NodeView node = NodeFixtures.known(NodeFixtures.fresh("w-1", 7)).view();
        eachCallFailsOnce(4, run -> {
            var sent = new CountDownLatch(1);
            run.api.answers = _ -> {
                if (run.api.calls.size() == 4) {
                    sent.countDown();
                }
                return "{}";
            };
            var events = new KubeEvents(run.server(), "kube-system", "ccm", run.time, run.time, run.pause());
            for (int i = 0; i < 5; i++) {
                events.warning(node, new Reason(ReasonCode.VM_NOT_FOUND, "no VM " + i));
            }
            Thread thread = Thread.ofVirtual().start(run.supervisor.task("events", "events", events));

            assertThat(sent.await(30, TimeUnit.SECONDS))
                    .as(run.failing.failed())
                    .isTrue();
            thread.interrupt();
            thread.join();

            assertThat(events.dropped()).isLessThanOrEqualTo(1);
            run.shows("events", 5);
        });
    }

    @Test
    void aLeaseThatIsFreeIsToldWhateverFails() throws InterruptedException {
        eachCallFailsOnce(6, run -> {
            run.api.lines = List.of("{\"type\":\"ADDED\",\"object\":{\"spec\":{\"holderIdentity\":\"\"}}}");
            var pauses = new CopyOnWriteArrayList<Duration>();
            var over = new CountDownLatch(1);
            Sleeper pause = length -> {
                pauses.add(length);
                if (pauses.size() > 3) {
                    over.countDown();
                    new CountDownLatch(1).await();
                }
            };
            var supervisor = new Supervisor(run.time, pause, run.counted::add, run.log);
            try (var watch = new LeaseWatch(
                    run.server(), LeaderSettings.usual("me"), run.failing.of(Sleeper.class, pause), supervisor)) {
                watch.await(Duration.ofSeconds(30));
                assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
            }
            run.shows("lease-watch", 5);
        });
    }

    @Test
    void aLeaderLeadsOnAndIsToldOnceWhateverFails() throws InterruptedException {
        eachCallFailsOnce(60, run -> {
            var leases = new FakeLeases();
            var told = new ArrayList<String>();
            LeaseLock whole = leases.lockSeenBy(run.time, run.time, new ArrayList<>());
            var lock = new LeaseLock(
                    run.failing.of(Leases.class, whole.leases()),
                    () -> run.failing.of(Standby.class, whole.standbys().get()),
                    run.failing.of(ElectionEvents.class, whole.events()));
            var elector = new LeaderElector(
                    lock,
                    LeaderSettings.usual("me"),
                    run.failing.of(Leadership.class, new Told(told)),
                    run.failing.of(ElectionObserver.class, ElectionObserver.NONE),
                    run.time.timing(run.pause()),
                    run.supervisor);
            var held = new ArrayList<Boolean>();
            run.time.whileWaiting(() -> held.add(elector.office().isHeld()));

            elector.run();

            assertThat(told).as(run.failing.failed()).containsExactly("won");
            assertThat(held.subList(held.indexOf(true), held.size())).doesNotContain(false);
            assertThat(leases.current().orElseThrow().renewed())
                    .isAfter(ManualTime.START.plus(RUN).minusSeconds(10));
            run.shows(run.counted.isEmpty() ? "" : "leader-election", 0);
        });
    }

    private record Told(List<String> told) implements Leadership {
        @Override
        public void won() {
            told.add("won");
        }

        @Override
        public void lost(String why) {
            told.add("lost: " + why);
        }

        @Override
        public void follows(String holder) {
            told.add("follows " + holder);
        }
    }

    private static String page(String... objects) {
        return "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[%s]}".formatted(String.join(",", objects));
    }

    private static String secret(String version, String password) {
        return "{\"metadata\":{\"resourceVersion\":\"%s\"},\"data\":{\"password\":\"%s\"}}"
                .formatted(version, Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)));
    }
}
