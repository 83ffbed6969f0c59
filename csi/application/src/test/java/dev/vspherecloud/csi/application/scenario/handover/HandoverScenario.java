package dev.vspherecloud.csi.application.scenario.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.csi.application.scenario.handover.HandoverWork.Operation;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.csi.StorageNodes;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.servers.Deadline;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.time.Stopwatch;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The way back: the packaged driver is killed in the middle of ten of each operation, vsphere-csi-driver (Go) finishes
/// them, and then this driver runs again.
///
/// [GoSuccessor] does what Go does with the records. Before vCenter 9.1 it makes something twice whose call has reached
/// CNS without a task in its record: no record can prevent that. Everything else must end as without a kill.
/// `explain orphans` names what was made twice, and the sweep of this driver deletes it.
///
/// A seed determines version, variant and the moment of the kill; 12 seeds in a row have all pairs. `make soak` replays
/// one run with `RUNS=1` and its seed.
///
/// Rule from: handover, "Who is killed, who takes over".
@Tag("csi")
class HandoverScenario {
    private static final long FIRST = Long.getLong("vspherecloud.seed", 1);
    private static final long RUNS = Long.getLong("vspherecloud.runs", 12);
    private static final List<String> VERSIONS = List.of("8.0.3.0", "9.1.0.0");
    private static final Duration LIMIT = Duration.ofMinutes(4);

    /// Longer than a run. A wait ends when its client is killed.
    private static final Duration LONG = Duration.ofMinutes(10);

    /// Between two tries of a request.
    private static final Duration PAUSE = Duration.ofMillis(500);

    /// How many there are of each operation.
    private static final int EACH = 10;

    /// How long a task runs in the variants in which tasks are running when the driver is killed.
    private static final long TASK_MILLIS = 4_000;

    private static final String RECORDS = "cnsvolumeoperationrequests";

    private enum Variant {
        /// Before most calls are sent.
        EARLY,
        /// While tasks run.
        IN_THE_MIDDLE,
        /// CNS has done what was asked, and its answers are on their way.
        ANSWERS_LOST,
        /// The tasks have ended, and the records do not say so.
        ENDS_NOT_RECORDED,
        /// While volumes are made from a snapshot, which takes long.
        RESTORES,
        /// While volumes are cloned, and restored larger than their source. Go refuses both.
        COPIES
    }

    private record Run(long seed, String version, Variant variant) {
        static Run of(long seed) {
            List<Run> pairs = Arrays.stream(Variant.values())
                    .flatMap(variant -> VERSIONS.stream().map(version -> new Run(seed, version, variant)))
                    .toList();
            return pairs.get((int) Math.floorMod(seed - 1, (long) pairs.size()));
        }

        boolean choosesIds() {
            return version.startsWith("9.1");
        }
    }

    @Test
    @Tag("soak")
    @Timeout(14_400)
    void goFinishesWhatAKilledDriverBegan(@TempDir Path folder) throws IOException {
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
                    "Runs of the packaged driver, killed in the middle of %d of each operation: create, delete, expand,"
                            .formatted(EACH),
                    "snapshot, delete of a snapshot, attach, detach. A checker does what vsphere-csi-driver (Go) does with the",
                    "records. Then this driver runs again. \"Lost\": CNS got the call, and the record has no task.",
                    "seeds from %d: %d of %d runs ended without a double or a leak that a record can prevent"
                            .formatted(FIRST, ended, RUNS),
                    ""));
            all.addAll(lines);
            Report.write("handover.txt", InstantSource.system(), all);
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
        private DriverBed.Driver driver;

        /// The volumes that there are in the end, by their names, without those that a request makes.
        private final Map<String, String> prepared = new HashMap<>();

        private final List<HandoverWork> all = new ArrayList<>();

        World(Run run, Path folder) {
            this.run = run;
            this.random = new Random(run.seed());
            // The first numbers of neighbouring seeds are alike.
            random.nextInt();
            this.bed = new DriverBed(api, folder);
            this.site = bed.addVcenter("handover", VcenterOptions.defaults().apiVersion(run.version()));
            this.apiProxy = bed.apiProxy();
            this.nodes = StorageNodes.create(api, site, 4);
            this.driver = start();
        }

        private DriverBed.Driver start() {
            return bed.start(bed.configWithFrequentSweeps(), Map.of()).awaitReady();
        }

        /// Returns a line of the report.
        String run() {
            Stopwatch stopwatch = Stopwatch.start();
            try {
                return "%s %s %s: %s, %s s"
                        .formatted(run.seed(), run.version(), run.variant(), attempt(), stopwatch.seconds());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        run + " failed, " + e + "\nrecords: " + bed.objects().get(DriverBed.RECORDS) + "\ntasks: "
                                + bed.operations() + "\nlog: "
                                + driver.program().log(),
                        e);
            }
        }

        private String attempt() {
            prepare();
            List<Thread> callers = killInTheMiddle();
            callers.forEach(World::join);
            // What the proxy has begun to forward reaches CNS.
            Stopwatch.start().await(PAUSE);

            Set<HandoverWork> lost = lost();
            Map<HandoverWork, String> results;
            Map<String, Integer> steps;
            try (var go = new GoSuccessor(bed.objects(), site.vcenter())) {
                results = go.finish(all.stream().filter(this::isAnsweredByGo).toList());
                steps = go.counts();
            }
            awaitNoTask();
            results.forEach((work, id) -> {
                if (work.operation() == Operation.CREATE) {
                    bed.bind(work.name(), id);
                }
            });
            checkEnd();

            Set<String> doubles = doubles(lost);
            Set<String> snapshots = doubleSnapshots(lost);
            Set<String> leaks = leaks(results, doubles);
            Set<String> temporary = temporarySnapshots();
            if (run.variant() != Variant.COPIES) {
                assertThat(temporary).isEmpty();
            }

            String swept = wayBack(doubles, snapshots, leaks, temporary);
            return "lost %d, Go %s, volumes twice %d, snapshots twice %d, leaks %d, temporary snapshots %d, %s"
                    .formatted(
                            lost.size(),
                            steps,
                            doubles.size(),
                            snapshots.size(),
                            leaks.size(),
                            temporary.size(),
                            swept);
        }

        // --- Before

        private void prepare() {
            List<String> groups = List.of("delete", "expand", "snapshot", "unsnapshot", "attach", "detach", "source");
            Map<String, List<String>> volumes = groups.stream()
                    .collect(Collectors.toMap(group -> group, _ -> names(EACH), (one, _) -> one, TreeMap::new));
            call(volumes.values().stream()
                    .flatMap(List::stream)
                    .map(HandoverWork::create)
                    .toList());
            Map<String, String> ids =
                    bed.volumes().list().stream().collect(Collectors.toMap(SimulatedVolume::name, SimulatedVolume::id));
            prepared.putAll(ids);
            Map<String, List<String>> handles = new HashMap<>();
            volumes.forEach((group, names) ->
                    handles.put(group, names.stream().map(ids::get).toList()));

            List<String> attached = handles.getOrDefault("detach", List.of());
            List<String> unattached = handles.getOrDefault("attach", List.of());
            List.of(attached, unattached).forEach(volumesOfNodes -> {
                nodes.createVolumes(api, volumesOfNodes);
                nodes.createAttachments(api, volumesOfNodes);
            });
            volumes.forEach((group, names) -> {
                if (!Set.of("delete", "attach", "detach").contains(group)) {
                    names.forEach(name -> bed.bind(name, ids.getOrDefault(name, "")));
                }
            });
            call(onNode(Operation.ATTACH, attached));
            nodes.beginDetaching(api, attached);
            call(Stream.of("unsnapshot", "source")
                    .flatMap(group -> handles.getOrDefault(group, List.of()).stream())
                    .map(volume -> HandoverWork.snapshot("snapshot-" + UUID.randomUUID(), volume))
                    .toList());
            Map<String, String> snapshots = bed.volumes().list().stream()
                    .filter(volume -> !volume.snapshots().isEmpty())
                    .collect(Collectors.toMap(
                            SimulatedVolume::id,
                            volume -> volume.snapshots().getFirst().id()));

            all.addAll(creates(handles.getOrDefault("source", List.of()), snapshots));
            handles.getOrDefault("delete", List.of()).forEach(id -> all.add(HandoverWork.of(Operation.DELETE, id)));
            handles.getOrDefault("expand", List.of()).forEach(id -> all.add(HandoverWork.of(Operation.EXPAND, id)));
            handles.getOrDefault("snapshot", List.of())
                    .forEach(id -> all.add(HandoverWork.snapshot("snapshot-" + UUID.randomUUID(), id)));
            handles.getOrDefault("unsnapshot", List.of())
                    .forEach(id -> all.add(HandoverWork.deleteSnapshot(id, snapshots.getOrDefault(id, ""))));
            all.addAll(onNode(Operation.ATTACH, unattached));
            all.addAll(onNode(Operation.DETACH, attached));
            bed.objects().get(DriverBed.RECORDS).path("items").forEach(record -> bed.objects()
                    .delete(DriverBed.RECORDS + "/"
                            + record.at("/metadata/name").asText()));
        }

        private static List<String> names(int count) {
            return IntStream.range(0, count)
                    .mapToObj(_ -> "pvc-" + UUID.randomUUID())
                    .toList();
        }

        private List<HandoverWork> creates(List<String> sources, Map<String, String> snapshots) {
            List<String> names = names(EACH);
            return IntStream.range(0, EACH)
                    .mapToObj(n -> {
                        String name = names.get(n);
                        String source = sources.get(n);
                        String snapshot = snapshots.getOrDefault(source, "");
                        return switch (run.variant()) {
                            case RESTORES -> HandoverWork.restore(name, 1024, source, snapshot);
                            case COPIES ->
                                n % 2 == 0
                                        ? HandoverWork.cloned(name, source)
                                        : HandoverWork.restore(name, 3072, source, snapshot);
                            case EARLY, IN_THE_MIDDLE, ANSWERS_LOST, ENDS_NOT_RECORDED -> HandoverWork.create(name);
                        };
                    })
                    .toList();
        }

        private List<HandoverWork> onNode(Operation operation, List<String> volumes) {
            return nodes.places(volumes).entrySet().stream()
                    .map(place -> HandoverWork.onNode(operation, place.getKey(), place.getValue()))
                    .toList();
        }

        /// Repeats the requests until all have succeeded.
        private void call(List<HandoverWork> requests) {
            List<HandoverWork> open = requests;
            Deadline deadline = Deadline.in(LIMIT);
            while (!open.isEmpty()) {
                ParallelCalls calls = make(open);
                Set<Integer> done = calls.calls().stream()
                        .filter(each -> each.path("code").asText().equals("OK"))
                        .map(each -> each.path("number").asInt())
                        .collect(Collectors.toSet());
                List<HandoverWork> asked = open;
                open = IntStream.range(0, asked.size())
                        .filter(n -> !done.contains(n))
                        .mapToObj(asked::get)
                        .toList();
                if (deadline.isOver()) {
                    throw new AssertionError("not all calls succeeded: " + calls.calls());
                }
                if (!open.isEmpty()) {
                    Stopwatch.start().await(PAUSE);
                }
            }
        }

        private ParallelCalls make(List<HandoverWork> requests) {
            try {
                return ParallelCalls.make(
                        bed.socket(),
                        requests.getFirst().operation().csi(),
                        requests.stream().map(HandoverWork::request).toList(),
                        requests.size());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        // --- The kill

        private List<Thread> killInTheMiddle() {
            BooleanSupplier isReached = moment();
            List<Thread> callers =
                    all.stream().collect(Collectors.groupingBy(HandoverWork::operation)).values().stream()
                            .map(requests -> Thread.ofVirtual().start(() -> make(requests)))
                            .toList();
            Awaitility.await()
                    .atMost(LIMIT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .until(isReached::getAsBoolean);
            Stopwatch.start().await(Duration.ofMillis(random.nextInt(variation())));
            driver.program().kill();
            site.proxy().clearRules();
            apiProxy.clearRules();
            bed.objects().deleteLease(DriverBed.NAMESPACE, "vsphere-csi-controller");
            return callers;
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        /// The longest time between the moment and the kill, in milliseconds.
        private int variation() {
            return switch (run.variant()) {
                case EARLY -> 100;
                case IN_THE_MIDDLE, ANSWERS_LOST, ENDS_NOT_RECORDED -> 3_000;
                case RESTORES -> 10_000;
                case COPIES -> 8_000;
            };
        }

        /// Makes the run reach the moment of its variant, and returns what is true then.
        private BooleanSupplier moment() {
            return switch (run.variant()) {
                case EARLY -> () -> !records().isEmpty();
                case IN_THE_MIDDLE, RESTORES, COPIES -> {
                    bed.volumes().configure(slow().restoreTimes(0, run.variant() == Variant.RESTORES ? 25_000 : 4_000));
                    yield () -> records().stream().filter(World::hasTask).count() >= 2 * EACH;
                }
                case ANSWERS_LOST -> {
                    Set<String> methods = Arrays.stream(Operation.values())
                            .map(Operation::cns)
                            .collect(Collectors.toSet());
                    ActiveRule rule = site.proxy()
                            .add(Rule.when("answers", (called, _) -> methods.contains(called))
                                    .then(Fault.holdAnswer(LONG)));
                    yield () -> rule.fired() >= EACH;
                }
                case ENDS_NOT_RECORDED -> {
                    ActiveRule rule = apiProxy.add(Rule.when(
                                    "ends",
                                    (called, request) ->
                                            (called.equals("update " + RECORDS) || called.equals("patch " + RECORDS))
                                                    && request.body().text().contains("\"Success\""))
                            .then(Fault.delay(LONG)));
                    yield () -> rule.fired() >= EACH;
                }
            };
        }

        private static VolumeSettings slow() {
            VolumeSettings settings = VolumeSettings.defaults();
            for (Operation operation : Operation.values()) {
                settings = settings.times(operation.cns(), 0, TASK_MILLIS);
            }
            return settings;
        }

        private List<JsonNode> records() {
            return bed.objects()
                    .get(DriverBed.RECORDS)
                    .path("items")
                    .valueStream()
                    .toList();
        }

        private static boolean hasTask(JsonNode record) {
            return record.at("/status/latestOperationDetails")
                    .valueStream()
                    .anyMatch(attempt -> !attempt.path("taskId").asText().isEmpty());
        }

        /// Returns the requests whose call has reached CNS, while no record has its task.
        private Set<HandoverWork> lost() {
            Set<String> withTask = records().stream()
                    .filter(World::hasTask)
                    .map(record -> record.at("/metadata/name").asText())
                    .collect(Collectors.toSet());
            List<VolumeTask> tasks = bed.operations();
            return all.stream()
                    .filter(work -> work.operation().isRecorded() && !withTask.contains(work.record()))
                    .filter(work -> tasks.stream()
                            .filter(task ->
                                    task.method().equals(work.operation().cns()))
                            .anyMatch(task -> task.subjects()
                                    .contains(work.operation() == Operation.CREATE ? work.name() : work.volume())))
                    .collect(Collectors.toCollection(HashSet::new));
        }

        // --- vsphere-csi-driver (Go)

        /// Go refuses a clone, and a restore that is larger than its source. Their claims are deleted.
        private boolean isAnsweredByGo(HandoverWork work) {
            return run.variant() != Variant.COPIES || work.operation() != Operation.CREATE;
        }

        private void awaitNoTask() {
            Awaitility.await().atMost(LIMIT).until(() -> bed.volumes().tasks().stream()
                    .allMatch(task -> Set.of("success", "error").contains(task.state())));
        }

        private void checkEnd() {
            Map<String, SimulatedVolume> volumes =
                    bed.volumes().list().stream().collect(Collectors.toMap(SimulatedVolume::id, volume -> volume));
            for (HandoverWork work : all) {
                SimulatedVolume volume = volumes.get(work.volume());
                switch (work.operation()) {
                    case CREATE -> {
                        if (isAnsweredByGo(work)) {
                            assertThat(bed.idsOf(work.name())).as("" + work).isNotEmpty();
                        }
                    }
                    case DELETE -> assertThat(volume).as("" + work).isNull();
                    case EXPAND ->
                        assertThat(volume)
                                .as("" + work)
                                .extracting(SimulatedVolume::capacityMb)
                                .isEqualTo(2048L);
                    case SNAPSHOT ->
                        assertThat(descriptions(work.volume())).as("" + work).contains(work.record());
                    case DELETE_SNAPSHOT ->
                        assertThat(descriptions(work.volume())).as("" + work).isEmpty();
                    case ATTACH ->
                        assertThat(volume.attachments()).as("" + work).hasSize(1);
                    case DETACH ->
                        assertThat(volume.attachments()).as("" + work).isEmpty();
                }
            }
        }

        private List<String> descriptions(String volume) {
            return bed.volumes().list().stream()
                    .filter(each -> each.id().equals(volume))
                    .flatMap(each -> each.snapshots().stream())
                    .map(SimulatedVolume.Snapshot::description)
                    .toList();
        }

        /// Returns the names of the volumes that exist several times.
        private Set<String> doubles(Set<HandoverWork> lost) {
            Set<String> doubles = bed.volumes().list().stream()
                    .collect(Collectors.groupingBy(SimulatedVolume::name, Collectors.counting()))
                    .entrySet()
                    .stream()
                    .filter(entry -> entry.getValue() > 1)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            assertThat(doubles)
                    .as("volumes that exist twice although a record could have prevented it")
                    .isSubsetOf(names(lost, Operation.CREATE, HandoverWork::name));
            return doubles;
        }

        /// Returns the records of the snapshots that exist several times.
        private Set<String> doubleSnapshots(Set<HandoverWork> lost) {
            Set<String> doubles = all.stream()
                    .filter(work -> work.operation() == Operation.SNAPSHOT)
                    .filter(work -> descriptions(work.volume()).size() > 1)
                    .map(HandoverWork::record)
                    .collect(Collectors.toSet());
            assertThat(doubles)
                    .as("snapshots that exist twice although a record could have prevented it")
                    .isSubsetOf(names(lost, Operation.SNAPSHOT, HandoverWork::record));
            return doubles;
        }

        private Set<String> names(Set<HandoverWork> lost, Operation operation, Function<HandoverWork, String> name) {
            return run.choosesIds()
                    ? Set.of()
                    : lost.stream()
                            .filter(work -> work.operation() == operation)
                            .map(name)
                            .collect(Collectors.toSet());
        }

        /// Returns the volumes that no PersistentVolume has.
        private Set<String> leaks(Map<HandoverWork, String> results, Set<String> doubles) {
            Set<String> used = new HashSet<>(prepared.values());
            used.addAll(results.values());
            Map<String, String> leaks = bed.volumes().list().stream()
                    .filter(volume -> !used.contains(volume.id()))
                    .collect(Collectors.toMap(SimulatedVolume::id, SimulatedVolume::name));
            if (run.variant() != Variant.COPIES) {
                assertThat(doubles).as("leaks are volumes that exist twice").containsAll(leaks.values());
            }
            return leaks.keySet();
        }

        private Set<String> temporarySnapshots() {
            return bed.volumes().list().stream()
                    .flatMap(volume -> volume.snapshots().stream())
                    .map(SimulatedVolume.Snapshot::description)
                    .filter(description -> description.startsWith("clone-"))
                    .collect(Collectors.toSet());
        }

        // --- The way back

        /// Starts this driver again. It names what is left, and deletes what nothing needs.
        private String wayBack(
                Set<String> doubles, Set<String> doubleSnapshots, Set<String> leaks, Set<String> temporary) {
            bed.volumes().configure(VolumeSettings.defaults());
            driver = start();
            DriverBed.Output orphans = bed.explainOrphans();
            assertThat(orphans.exitCode()).as(orphans.text()).isEqualTo(leaks.isEmpty() && temporary.isEmpty() ? 0 : 2);
            Stream.of(leaks, temporary).flatMap(Set::stream).forEach(left -> assertThat(orphans.text())
                    .contains(left));
            if (doubles.isEmpty() && doubleSnapshots.isEmpty() && temporary.isEmpty()) {
                return "nothing to sweep";
            }
            bed.makeRecordsOld();
            Stopwatch stopwatch = Stopwatch.start();
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(doubles)
                        .allSatisfy(name -> assertThat(bed.idsOf(name)).hasSize(1));
                assertThat(all.stream()
                                .filter(work -> work.operation() == Operation.SNAPSHOT)
                                .map(HandoverWork::volume))
                        .allSatisfy(volume -> assertThat(descriptions(volume)).hasSize(1));
                assertThat(temporarySnapshots()).isEmpty();
            });
            return "swept after %s s".formatted(stopwatch.seconds());
        }

        @Override
        public void close() {
            bed.close();
            api.close();
        }
    }
}
