package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverAccount;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.time.Stopwatch;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Disturbs creates, deletes and expands at every step, while the caller repeats its request until it succeeds. In the
/// end there is exactly one volume, or none after a delete, and no record waits for anything.
///
/// A seed determines what is disturbed, where, and who continues. `make soak` replays one run with `RUNS=1` and its
/// seed. The tests run at the same time, each with its own servers, because their runs wait for Leases and for
/// requests that are lost.
@Tag("csi")
@Execution(ExecutionMode.CONCURRENT)
class CrashScenario {
    private static final long FIRST = Long.getLong("vspherecloud.seed", 1);
    private static final long RUNS = Long.getLong("vspherecloud.runs", 50);

    /// Longer than the driver waits for a call that may still arrive in vCenter.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private enum Operation {
        CREATE("CnsCreateVolume"),
        DELETE("CnsDeleteVolume"),
        EXPAND("CnsExtendVolume"),
        SNAPSHOT("CnsCreateSnapshots"),
        /// A clone, disturbed where it takes its temporary snapshot.
        CLONE_SNAPSHOT("CnsCreateSnapshots"),
        /// A clone, disturbed where it creates its volume.
        CLONE_CREATE("CnsCreateVolume"),
        /// A clone, disturbed where it deletes its temporary snapshot.
        CLONE_CLEANUP("CnsDeleteSnapshots");

        private final String method;

        boolean isClone() {
            return this == CLONE_SNAPSHOT || this == CLONE_CREATE || this == CLONE_CLEANUP;
        }

        /// Returns the points at which this operation can be disturbed. The name of the record of a clean-up is not
        /// known before.
        CrashPoint[] points() {
            return this == CLONE_CLEANUP
                    ? new CrashPoint[] {CrashPoint.BEFORE_SEND, CrashPoint.AFTER_SEND}
                    : CrashPoint.values();
        }

        Operation(String method) {
            this.method = method;
        }
    }

    private enum Disturbance {
        /// A request or its answer is lost.
        LOSS,
        /// The driver is killed and started again.
        RESTART,
        /// The driver is killed, and another replica continues.
        TAKEOVER
    }

    /// One run.
    ///
    /// @param leaseExpires false if the successor need not wait until the Lease of the killed driver expires
    private record Run(
            long seed, Operation operation, CrashPoint point, Disturbance disturbance, boolean leaseExpires) {
        static Run of(long seed) {
            var random = new Random(seed);
            // The first numbers of neighbouring seeds are alike.
            random.nextInt();
            Operation operation = any(Operation.values(), random);
            return new Run(
                    seed,
                    operation,
                    any(operation.points(), random),
                    any(Disturbance.values(), random),
                    random.nextInt(4) == 0);
        }

        private static <T> T any(T[] values, Random random) {
            return values[random.nextInt(values.length)];
        }

        /// Returns the name of a request, as csi-provisioner makes it.
        String volumeName() {
            return "pvc-" + new UUID(0, seed);
        }
    }

    @Test
    @Timeout(600)
    void creates(@TempDir Path folder) {
        runAll(
                folder,
                List.of(
                        new Run(1001, Operation.CREATE, CrashPoint.AFTER_INTENT, Disturbance.LOSS, false),
                        new Run(1002, Operation.CREATE, CrashPoint.AFTER_SEND, Disturbance.LOSS, false),
                        new Run(1003, Operation.CREATE, CrashPoint.AFTER_SEND, Disturbance.RESTART, false),
                        new Run(1004, Operation.CREATE, CrashPoint.TASK_RUNS, Disturbance.TAKEOVER, false)));
    }

    @Test
    @Timeout(600)
    void deletesAndExpands(@TempDir Path folder) {
        runAll(
                folder,
                List.of(
                        new Run(1005, Operation.DELETE, CrashPoint.RECORD_DONE, Disturbance.LOSS, false),
                        new Run(1006, Operation.DELETE, CrashPoint.TASK_ENDED, Disturbance.RESTART, false),
                        new Run(1007, Operation.EXPAND, CrashPoint.AFTER_SEND, Disturbance.LOSS, false),
                        new Run(1008, Operation.EXPAND, CrashPoint.TASK_RUNS, Disturbance.TAKEOVER, true)));
    }

    @Test
    @Timeout(600)
    void takesSnapshots(@TempDir Path folder) {
        runAll(
                folder,
                List.of(
                        new Run(1009, Operation.SNAPSHOT, CrashPoint.AFTER_INTENT, Disturbance.RESTART, false),
                        new Run(1010, Operation.SNAPSHOT, CrashPoint.AFTER_SEND, Disturbance.LOSS, false),
                        new Run(1011, Operation.SNAPSHOT, CrashPoint.TASK_RUNS, Disturbance.TAKEOVER, false)));
    }

    /// Scenario 6 of the hardest ones.
    @Test
    @Timeout(600)
    void clonesAtEachStep(@TempDir Path folder) {
        runAll(
                folder,
                List.of(
                        new Run(1012, Operation.CLONE_SNAPSHOT, CrashPoint.AFTER_SEND, Disturbance.RESTART, false),
                        new Run(1013, Operation.CLONE_SNAPSHOT, CrashPoint.RECORD_DONE, Disturbance.RESTART, false),
                        new Run(1014, Operation.CLONE_CREATE, CrashPoint.AFTER_INTENT, Disturbance.RESTART, false),
                        new Run(1015, Operation.CLONE_CREATE, CrashPoint.TASK_RUNS, Disturbance.TAKEOVER, false),
                        new Run(1016, Operation.CLONE_CREATE, CrashPoint.RECORD_DONE, Disturbance.RESTART, false),
                        new Run(1017, Operation.CLONE_CLEANUP, CrashPoint.BEFORE_SEND, Disturbance.RESTART, false),
                        new Run(1018, Operation.CLONE_CLEANUP, CrashPoint.AFTER_SEND, Disturbance.LOSS, false)));
    }

    @Test
    @Tag("soak")
    @Timeout(7200)
    void allHoldsInFiftyRuns(@TempDir Path folder) {
        runAll(folder, LongStream.range(FIRST, FIRST + RUNS).mapToObj(Run::of).toList());
    }

    private static void runAll(Path folder, List<Run> runs) {
        try (var cluster = new Cluster(folder)) {
            for (Run run : runs) {
                cluster.run(run);
            }
        }
    }

    /// The drivers, and what is in front of them.
    private static final class Cluster implements AutoCloseable {
        private final KubeApiServer api;
        private final DriverBed bed;
        private final Path folder;
        private final VcenterSite site;
        private final FaultProxy apiProxy;
        private final List<Replica> replicas = new ArrayList<>();
        private int started;

        private record Replica(DriverBed.Driver driver, Path socket) {}

        Cluster(Path folder) {
            this.folder = folder;
            this.api = KubeApiServer.shared();
            this.bed = new DriverBed(api, folder);
            // The points of a crash are named by the writes of a driver that may patch.
            DriverAccount.allowPatch(api);
            this.site = bed.addVcenter("crash");
            this.apiProxy = bed.apiProxy();
            replicas.add(start(folder.resolve("csi-0.sock")));
            active().driver().awaitReady();
        }

        private Replica start(Path socket) {
            started++;
            return new Replica(bed.start(bed.config(), Map.of("CSI_ENDPOINT", "unix://" + socket)), socket);
        }

        private Replica active() {
            return replicas.getFirst();
        }

        /// The caller learns at once which drivers there are.
        private synchronized List<Path> sockets() {
            return replicas.stream().map(Replica::socket).toList();
        }

        void run(Run run) {
            Stopwatch stopwatch = Stopwatch.start();
            try {
                attempt(run);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        run + " failed, " + e + "\nrecords: " + bed.objects().get(DriverBed.RECORDS) + "\ntasks: "
                                + bed.operations() + "\nlog: "
                                + active().driver().program().log(),
                        e);
            }
            System.out.printf("%s: %s s%n", run, stopwatch.seconds());
        }

        private void attempt(Run run) {
            var caller = new PersistentCaller(this::sockets);
            String name = run.volumeName();
            String id =
                    switch (run.operation()) {
                        case CREATE -> "";
                        case DELETE, EXPAND, SNAPSHOT ->
                            caller.create(name, 1024).join();
                        case CLONE_SNAPSHOT, CLONE_CREATE, CLONE_CLEANUP ->
                            caller.create("source-of-" + name, 1024).join();
                    };
            if (run.disturbance() == Disturbance.TAKEOVER) {
                synchronized (this) {
                    replicas.add(start(folder.resolve("csi-%d.sock".formatted(started))));
                }
                replicas.getLast().driver().program().awaitLog("Another process is the active controller", LIMIT);
            }
            String record =
                    switch (run.operation()) {
                        case CREATE -> name;
                        case DELETE -> "delete-" + id;
                        case EXPAND -> "expand-" + id;
                        case SNAPSHOT -> "snapshot-" + name + "-" + id;
                        case CLONE_SNAPSHOT -> "clone-" + name + "-" + id;
                        case CLONE_CREATE, CLONE_CLEANUP -> name;
                    };
            BooleanSupplier isReached = prepare(run, record);
            CompletableFuture<String> call =
                    switch (run.operation()) {
                        case CREATE -> caller.create(name, 1024);
                        case DELETE -> caller.delete(id);
                        case EXPAND -> caller.expand(id, 2048);
                        case SNAPSHOT -> caller.snapshot("snapshot-" + name, id);
                        case CLONE_SNAPSHOT, CLONE_CREATE, CLONE_CLEANUP ->
                            caller.copy(name, 2048, CsiCalls.ofVolume(id));
                    };
            await(() -> isReached.getAsBoolean() || call.isDone());
            assertThat(isReached.getAsBoolean()).as("the point is reached").isTrue();
            if (run.disturbance() != Disturbance.LOSS) {
                kill(run);
            } else if (run.point() == CrashPoint.TASK_RUNS) {
                site.proxy().cutConnections();
            }
            bed.volumes().releaseTasks();
            String result = call.join();
            site.proxy().clearRules();
            apiProxy.clearRules();
            bed.volumes().apply();

            boolean isCreate = run.operation() == Operation.CREATE || run.operation() == Operation.CLONE_CREATE;
            check(run, isCreate ? result : id, record);
            if (run.operation() == Operation.SNAPSHOT) {
                assertThat(snapshotsOf(id)).containsExactly(record);
                caller.deleteSnapshot(result).join();
            }
            if (run.operation().isClone()) {
                assertThat(bed.volumes().list())
                        .filteredOn(volume -> volume.name().equals(name))
                        .extracting(SimulatedVolume::id)
                        .containsExactly(result);
                assertThat(snapshotsOf(id)).isEmpty();
            }
        }

        private List<String> snapshotsOf(String id) {
            return bed.volumes().list().stream()
                    .filter(volume -> volume.id().equals(id))
                    .flatMap(volume -> volume.snapshots().stream())
                    .map(SimulatedVolume.Snapshot::description)
                    .toList();
        }

        /// Makes the operation stop at its point, or lose a request or an answer there.
        ///
        /// @return returns true once the point is reached
        private BooleanSupplier prepare(Run run, String record) {
            String method = run.operation().method;
            if (run.point() == CrashPoint.TASK_RUNS) {
                bed.volumes().apply(VolumeRule.next(method).hold());
                return () -> hasTask(record);
            }
            FaultProxy proxy = run.point().server() == CrashPoint.Server.API ? apiProxy : site.proxy();
            int before = bed.operations().size();
            if (run.disturbance() == Disturbance.LOSS) {
                ActiveRule rule = proxy.add(run.point().lose(method, record));
                return () -> rule.fired() > 0;
            }
            ActiveRule rule = proxy.add(run.point().stop(method, record));
            return () -> rule.fired() > 0
                    && switch (run.point()) {
                        case BEFORE_RECORD, BEFORE_SEND, TASK_NOT_RECORDED, TASK_ENDED, TASK_RUNS -> true;
                        case AFTER_INTENT -> record(record).isPresent();
                        case AFTER_SEND -> bed.operations().size() > before;
                        case TASK_RECORDED -> hasTask(record);
                        case RECORD_DONE ->
                            record(record).filter(Cluster::isDone).isPresent();
                    };
        }

        private void kill(Run run) {
            Replica killed = active();
            killed.driver().program().kill();
            if (!run.leaseExpires()) {
                bed.objects().deleteLease(DriverBed.NAMESPACE, "vsphere-csi-controller");
            }
            Optional<Replica> restarted =
                    run.disturbance() == Disturbance.RESTART ? Optional.of(start(killed.socket())) : Optional.empty();
            synchronized (this) {
                replicas.remove(killed);
                restarted.ifPresent(replicas::addFirst);
            }
        }

        private Optional<JsonNode> record(String name) {
            return bed.objects().find(DriverBed.RECORDS + "/" + name);
        }

        private boolean hasTask(String record) {
            return record(record)
                    .map(found ->
                            found.at("/status/latestOperationDetails/0/taskId").asText())
                    .filter(task -> !task.isEmpty())
                    .isPresent();
        }

        private static boolean isDone(JsonNode record) {
            return record.at("/status/latestOperationDetails/0/taskStatus")
                    .asText()
                    .equals("Success");
        }

        private void check(Run run, String id, String record) {
            List<SimulatedVolume> named = bed.volumes().list().stream()
                    .filter(volume -> volume.name().equals(run.volumeName()))
                    .toList();
            switch (run.operation()) {
                case CREATE -> assertThat(named).extracting(SimulatedVolume::id).containsExactly(id);
                case DELETE -> assertThat(named).isEmpty();
                case EXPAND ->
                    assertThat(named).extracting(SimulatedVolume::capacityMb).containsExactly(2048L);
                case SNAPSHOT -> assertThat(named).hasSize(1);
                case CLONE_SNAPSHOT, CLONE_CREATE, CLONE_CLEANUP ->
                    assertThat(named).extracting(SimulatedVolume::capacityMb).containsExactly(2048L);
            }
            long tasks = bed.operations().stream()
                    .filter(task -> task.method().equals(run.operation().method))
                    .filter(task -> isOf(task, id, run.volumeName()))
                    .count();
            assertThat(tasks).isBetween(1L, run.point().taskIsKnown() ? 1L : 2L);
            JsonNode attempts =
                    bed.objects().get(DriverBed.RECORDS + "/" + record).at("/status/latestOperationDetails");
            assertThat(attempts.findValuesAsText("taskStatus"))
                    .as("attempts of " + record)
                    .doesNotContain("InProgress")
                    .endsWith("Success");
        }

        private static boolean isOf(VolumeTask task, String id, String name) {
            return task.volume().equals(id) || task.subjects().stream().anyMatch(Arrays.asList(id, name)::contains);
        }

        @Override
        public void close() {
            bed.close();
            api.close();
        }
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(condition::getAsBoolean);
    }
}
