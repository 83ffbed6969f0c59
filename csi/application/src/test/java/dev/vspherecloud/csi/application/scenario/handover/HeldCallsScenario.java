package dev.vspherecloud.csi.application.scenario.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.csi.application.scenario.handover.HandoverWork.Operation;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.StorageNodes;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.servers.Deadline;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.time.Stopwatch;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Deadlines of the packaged driver while calls are held for 0 to 60 s at every step, and while it is killed.
///
/// In each run, one request is repeated until it succeeds, with a deadline of 30 s. The first call of each method of
/// vCenter waits in the proxy, and the calls that change something reach CNS late even if the driver has given them
/// up. In half of the runs, calls to the API server wait too; in half, the driver is killed. The client stays after
/// the deadline that it has announced, so that it sees when the driver ends.
///
/// A seed determines the operation, the version, the times and the kill; 14 seeds in a row have all pairs of operation
/// and version. `make soak` replays one run with `RUNS=1` and its seed.
@Tag("csi")
class HeldCallsScenario {
    private static final long FIRST = Long.getLong("vspherecloud.seed", 1);
    private static final long RUNS = Long.getLong("vspherecloud.runs", 14);
    private static final List<String> VERSIONS = List.of("8.0.3.0", "9.1.0.0");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /// How long after a deadline something may end.
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int LONGEST_HOLD_MILLIS = 60_000;

    /// Into how many groups with a time of their own the methods are divided.
    private static final int GROUPS = 8;

    private static final Duration PAUSE = Duration.ofMillis(50);

    /// The methods of CNS that change something for a request.
    private static final Set<String> CHANGING =
            Arrays.stream(Operation.values()).map(Operation::cns).collect(Collectors.toUnmodifiableSet());

    private record Run(long seed, String version, Operation operation, boolean holdsApi, boolean kills) {
        static Run of(long seed) {
            var random = new Random(seed);
            // The first numbers of neighbouring seeds are alike.
            random.nextInt();
            boolean holdsApi = random.nextBoolean();
            boolean kills = random.nextBoolean();
            List<Run> pairs = Arrays.stream(Operation.values())
                    .flatMap(operation ->
                            VERSIONS.stream().map(version -> new Run(seed, version, operation, holdsApi, kills)))
                    .toList();
            return pairs.get((int) Math.floorMod(seed - 1, (long) pairs.size()));
        }
    }

    @Test
    @Tag("soak")
    @Timeout(14_400)
    void nothingOutlivesItsDeadlineAndNothingIsMadeTwice(@TempDir Path folder) throws IOException {
        var lines = new ArrayList<String>();
        long ended = 0;
        try {
            for (long seed = FIRST; seed < FIRST + RUNS; seed++) {
                Run run = Run.of(seed);
                try (var world = new World(run, Files.createDirectory(folder.resolve("run-" + seed)))) {
                    String line = world.run();
                    System.out.println(line);
                    lines.add(line);
                    ended++;
                }
            }
        } finally {
            List<String> all = new ArrayList<>(List.of(
                    "Runs of the packaged driver in which calls are held for 0 to 60 s. The deadline of each request is %d s."
                            .formatted(DEADLINE.toSeconds()),
                    "The longest request, the longest call that changes something in CNS, and the longest after its deadline.",
                    "seeds from %d: in %d of %d runs, nothing outlived its deadline by more than %d s or was made twice"
                            .formatted(FIRST, ended, RUNS, TOLERANCE.toSeconds()),
                    ""));
            all.addAll(lines);
            Report.write("held-calls.txt", InstantSource.system(), all);
        }
    }

    /// A call that changes something in CNS, as the proxy sees it.
    ///
    /// @param seconds    how long it was open
    /// @param afterSeconds how long after the deadline of the request it was open; not positive if it ended before
    private record ChangingCall(Call call, double seconds, double afterSeconds) {}

    private static boolean isGivenUp(Call call) {
        return CHANGING.contains(call.name()) && !call.ending().isEmpty();
    }

    /// Sees which calls are open. A call that ends is seen up to one look later.
    ///
    /// Threads: one of its own.
    private static final class OpenCalls implements AutoCloseable {
        private final FaultProxy proxy;
        private final Map<Long, ChangingCall> seen = new ConcurrentHashMap<>();

        /// The deadline of the request that runs, by the monotonic clock.
        private volatile long deadline = Long.MAX_VALUE;

        private volatile boolean ends;
        private final Thread thread;

        OpenCalls(FaultProxy proxy) {
            this.proxy = proxy;
            this.thread = Thread.ofVirtual().start(this::look);
        }

        private void look() {
            var begun = new ConcurrentHashMap<Long, Long>();
            while (!ends) {
                long now = System.nanoTime();
                proxy.calls()
                        .all()
                        .where(call -> call.open() && CHANGING.contains(call.name()))
                        .list()
                        .forEach(call -> {
                            long start = begun.computeIfAbsent(call.number(), _ -> now);
                            double after = deadline == Long.MAX_VALUE ? 0 : (now - deadline) / 1e9;
                            seen.put(call.number(), new ChangingCall(call, (now - start) / 1e9, after));
                        });
                pause(PAUSE);
            }
        }

        void expect(Duration fromNow) {
            deadline = System.nanoTime() + fromNow.toNanos();
        }

        List<ChangingCall> seen() {
            return List.copyOf(seen.values());
        }

        @Override
        public void close() {
            ends = true;
            join(thread);
        }
    }

    /// The servers of one run.
    private static final class World implements AutoCloseable {
        private final Run run;
        private final Random random;
        private final KubeApiServer api = KubeApiServer.shared();
        private final DriverBed bed;
        private final VcenterSite site;
        private final FaultProxy apiProxy;
        private final StorageNodes nodes;
        private volatile DriverBed.Driver driver;

        World(Run run, Path folder) {
            this.run = run;
            this.random = new Random(run.seed());
            random.nextInt();
            this.bed = new DriverBed(api, folder);
            this.site = bed.addVcenter("held", VcenterOptions.defaults().apiVersion(run.version()));
            this.apiProxy = bed.apiProxy();
            this.nodes = StorageNodes.create(api, site, 2);
            this.driver = bed.start().awaitReady();
        }

        String run() {
            Stopwatch stopwatch = Stopwatch.start();
            try {
                return "%s, %s s".formatted(attempt(), stopwatch.seconds());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        run + " failed, " + e + "\nrecords: " + bed.objects().get(DriverBed.RECORDS) + "\ntasks: "
                                + bed.operations() + "\nlog: "
                                + driver.program().log(),
                        e);
            }
        }

        private String attempt() {
            HandoverWork work = prepare();
            int before = tasksOf(work).size();
            long mark = site.proxy().calls().mark();
            hold();
            var longest = new ArrayList<Double>();
            var codes = new ArrayList<String>();
            List<ChangingCall> changes;
            try (var open = new OpenCalls(site.proxy())) {
                Duration untilKill = Duration.ofMillis(random.nextInt(40_000));
                Thread killer = Thread.ofVirtual().start(() -> {
                    if (run.kills()) {
                        kill(untilKill);
                    }
                });
                Deadline limit = Deadline.in(LIMIT);
                String code = "";
                while (!code.equals("OK")) {
                    if (limit.isOver()) {
                        throw new AssertionError("no success in %s: %s".formatted(LIMIT, codes));
                    }
                    open.expect(DEADLINE);
                    JsonNode outcome = call(work, DEADLINE);
                    code = outcome.path("code").asText();
                    codes.add(code + " " + outcome.path("message").asText());
                    longest.add(outcome.path("seconds").asDouble());
                    if (!code.equals("OK")) {
                        // A call that outlives the deadline of its request is seen.
                        pause(
                                outcome.path("seconds").asDouble() < DEADLINE.toSeconds() - 2
                                        ? Duration.ofMillis(500)
                                        : TOLERANCE.multipliedBy(2));
                    }
                }
                join(killer);
                // A call that still waits would be seen until then.
                pause(TOLERANCE.multipliedBy(2));
                changes = open.seen();
            }
            site.proxy().clearRules();
            apiProxy.clearRules();
            if (site.proxy().calls().since(mark).countWhere(HeldCallsScenario::isGivenUp) > 0) {
                // It may still arrive.
                pause(Duration.ofMillis(LONGEST_HOLD_MILLIS));
            }

            double request =
                    longest.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            double change =
                    changes.stream().mapToDouble(ChangingCall::seconds).max().orElse(0);
            double after = changes.stream()
                    .mapToDouble(ChangingCall::afterSeconds)
                    .max()
                    .orElse(0);
            double most = DEADLINE.plus(TOLERANCE).toMillis() / 1e3;
            assertThat(request).as("the longest request: " + codes).isLessThanOrEqualTo(most);
            assertThat(after).as("after the deadline: " + changes).isLessThanOrEqualTo(TOLERANCE.toMillis() / 1e3);
            check(work, tasksOf(work).size() - before);
            return String.format(
                    Locale.ROOT,
                    "%d %s %s%s%s: %d requests, the longest %.1f s; %d calls, the longest %.1f s, %.1f s after its deadline; tasks %d",
                    run.seed(),
                    run.version(),
                    run.operation(),
                    run.holdsApi() ? ", API held" : "",
                    run.kills() ? ", killed" : "",
                    longest.size(),
                    request,
                    changes.size(),
                    change,
                    Math.max(0, after),
                    tasksOf(work).size() - before);
        }

        private HandoverWork prepare() {
            String name = "pvc-" + UUID.randomUUID();
            if (run.operation() == Operation.CREATE) {
                return HandoverWork.create(name);
            }
            succeed(HandoverWork.create(name));
            String volume = bed.idsOf(name).getFirst();
            String node = nodes.ids().getFirst();
            return switch (run.operation()) {
                case CREATE -> HandoverWork.create(name);
                case DELETE -> HandoverWork.of(Operation.DELETE, volume);
                case EXPAND -> HandoverWork.of(Operation.EXPAND, volume);
                case SNAPSHOT -> HandoverWork.snapshot("snapshot-" + UUID.randomUUID(), volume);
                case DELETE_SNAPSHOT -> {
                    succeed(HandoverWork.snapshot("snapshot-" + UUID.randomUUID(), volume));
                    yield HandoverWork.deleteSnapshot(
                            volume, volume(volume).snapshots().getFirst().id());
                }
                case ATTACH, DETACH -> {
                    nodes.createVolumes(api, List.of(volume));
                    nodes.createAttachments(api, List.of(volume));
                    if (run.operation() == Operation.DETACH) {
                        succeed(HandoverWork.onNode(Operation.ATTACH, volume, node));
                    }
                    yield HandoverWork.onNode(run.operation(), volume, node);
                }
            };
        }

        private void succeed(HandoverWork work) {
            Deadline limit = Deadline.in(LIMIT);
            while (!call(work, LIMIT).path("code").asText().equals("OK")) {
                if (limit.isOver()) {
                    throw new AssertionError("no success: " + work);
                }
                pause(Duration.ofMillis(500));
            }
        }

        private SimulatedVolume volume(String id) {
            return bed.volumes().list().stream()
                    .filter(each -> each.id().equals(id))
                    .findFirst()
                    .orElseThrow();
        }

        /// Makes a call, and waits for its end longer than its deadline.
        private JsonNode call(HandoverWork work, Duration deadline) {
            ProgramRun ended = ProgramRun.of(
                    new ProcessBuilder(
                            ServerBinaries.grpcClient().toString(),
                            bed.socket().toString(),
                            "-each",
                            "-timeout=" + deadline.toSeconds() + "s",
                            "-patience=60s",
                            "-body=" + work.request(),
                            work.operation().csi()),
                    "",
                    LIMIT);
            try {
                return JSON.readTree(ended.output().lines().findFirst().orElse("{}"));
            } catch (IOException e) {
                throw new UncheckedIOException(ended.output(), e);
            }
        }

        private void hold() {
            bed.volumes()
                    .apply(IntStream.range(0, 3)
                            .mapToObj(
                                    _ -> VolumeRule.next(run.operation().cns()).late(anyTime()))
                            .toArray(VolumeRule[]::new));
            Set<String> seen = ConcurrentHashMap.newKeySet();
            holdFirst(site.proxy(), seen, CHANGING, _ -> true);
            if (run.holdsApi()) {
                holdFirst(apiProxy, seen, Set.of(), name -> name.endsWith("cnsvolumeoperationrequests"));
            }
        }

        /// Holds the first call of each method.
        private void holdFirst(FaultProxy proxy, Set<String> seen, Set<String> except, Predicate<String> which) {
            for (int group = 0; group < GROUPS; group++) {
                int number = group;
                proxy.add(Rule.when(
                                "held " + group,
                                (called, _) -> which.test(called)
                                        && !except.contains(called)
                                        && Math.floorMod(called.hashCode() + run.seed(), GROUPS) == number
                                        && seen.add(called))
                        .then(Fault.delay(anyTime())));
            }
        }

        private Duration anyTime() {
            return Duration.ofMillis(random.nextInt(LONGEST_HOLD_MILLIS));
        }

        private void kill(Duration after) {
            pause(after);
            driver.program().kill();
            bed.objects().deleteLease(DriverBed.NAMESPACE, "vsphere-csi-controller");
            driver = bed.start();
        }

        /// The tasks of the same kind as those of a request.
        private List<VolumeTask> tasksOf(HandoverWork work) {
            return bed.operations().stream()
                    .filter(task -> task.method().equals(work.operation().cns()))
                    .toList();
        }

        private void check(HandoverWork work, int tasks) {
            switch (work.operation()) {
                case CREATE -> {
                    assertThat(bed.idsOf(work.name())).hasSize(1);
                    assertThat(tasks)
                            .as("a second one was sent while the first could run")
                            .isEqualTo(1);
                }
                case DELETE ->
                    assertThat(bed.volumes().list())
                            .extracting(SimulatedVolume::id)
                            .doesNotContain(work.volume());
                case EXPAND -> assertThat(volume(work.volume()).capacityMb()).isEqualTo(2048);
                case SNAPSHOT -> {
                    assertThat(volume(work.volume()).snapshots()).hasSize(1);
                    assertThat(tasks)
                            .as("a second one was sent while the first could run")
                            .isEqualTo(1);
                }
                case DELETE_SNAPSHOT ->
                    assertThat(volume(work.volume()).snapshots()).isEmpty();
                case ATTACH -> assertThat(volume(work.volume()).attachments()).hasSize(1);
                case DETACH -> assertThat(volume(work.volume()).attachments()).isEmpty();
            }
        }

        @Override
        public void close() {
            bed.close();
            api.close();
        }
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
