package dev.vspherecloud.benchmarks;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.csi.StorageNodes;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// What attachments cost the CSI driver: the vCenter calls in clusters of several sizes, the tasks for many disks on
/// one VM, its own time, and the time until another replica takes over.
///
/// @param costs of single operations, by size of the cluster
record AttachMeasurements(List<Cost> costs, InParallel inParallel, Takeover takeover) {
    private static final int LARGEST = Integer.getInteger("vspherecloud.nodes", 500);
    private static final List<Integer> SIZES =
            List.of(10, 100, 500).stream().filter(size -> size <= LARGEST).toList();
    private static final int EACH = 10;
    private static final int DISKS = 50;
    private static final int PARALLEL = Math.min(100, LARGEST);
    private static final int SLOTS = 16;
    private static final int ROUNDS = 5;

    /// How long until the driver may send as many requests to the API server again as its limit allows at once.
    private static final Duration REFILL = Duration.ofSeconds(2);

    private static final double TASK_SECONDS = 1;
    private static final Duration TAKEOVER = Duration.ofMinutes(2);

    /// How many times the calls of the smallest cluster the largest one may need.
    private static final double MAX_GROWTH = 1.2;

    private static final int MAX_TASKS = 10;
    private static final double MAX_OWN_SECONDS = 0.25;
    private static final double MAX_TAKEOVER_SECONDS = 20;

    AttachMeasurements {
        costs = List.copyOf(costs);
    }

    /// The vCenter calls of one operation, when nothing else runs.
    record Cost(int nodes, double create, double attach, double detach) {}

    /// Many operations at the same time.
    ///
    /// @param recorded attaches whose attempts are recorded on VolumeAttachments, as csi-attacher causes them
    /// @param deleted  detaches whose VolumeAttachments are being deleted, as csi-attacher causes them
    /// @param disks    on one VM, attached and detached at the same time
    record InParallel(
            OwnTime creates,
            OwnTime attaches,
            OwnTime detaches,
            OwnTime recorded,
            OwnTime deleted,
            int disks,
            double attachSeconds,
            int attachTasks,
            double detachSeconds,
            int detachTasks) {}

    /// The seconds from the end of the active replica to the first success at the other one.
    record Takeover(double create, double attach) {}

    /// @param seconds durations of calls beyond those of their tasks, in order
    record OwnTime(List<Double> seconds) {
        OwnTime {
            seconds = List.copyOf(seconds);
        }

        static OwnTime of(ParallelCalls... rounds) {
            return new OwnTime(Stream.of(rounds)
                    .flatMap(round -> round.calls().stream())
                    .map(call -> call.path("seconds").asDouble() - TASK_SECONDS)
                    .sorted()
                    .toList());
        }

        double percentile(double share) {
            return seconds.get((int) Math.ceil(share * seconds.size()) - 1);
        }
    }

    /// One cluster with a driver.
    private record Bed(KubeApiServer api, VcenterSite site, StorageNodes nodes, Path folder) implements AutoCloseable {
        static Bed start(int nodes, VolumeSettings tasks) throws IOException {
            Path folder = Files.createTempDirectory("csi-benchmark");
            KubeApiServer api = KubeApiServer.start();
            VcenterSite site = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
            site.vcenter().volumes().configure(tasks);
            return new Bed(api, site, StorageNodes.create(api, site, nodes), folder);
        }

        /// Starts the driver without the proxy, which would take as much of the time of the machine as the driver.
        DriverProcess directDriver() {
            return DriverProcess.startDirect(api, site, folder, DriverProcess.packaged());
        }

        DriverProcess driver(String name) throws IOException {
            Path own = Files.createDirectory(folder.resolve(name));
            Files.copy(folder.resolve("vc-a.pem"), own.resolve("vc-a.pem"));
            return DriverProcess.start(api, List.of(site), own, DriverProcess.packaged());
        }

        String node(int n) {
            return nodes.ids().get(n);
        }

        @Override
        public void close() {
            site.close();
            api.close();
        }
    }

    /// Makes all measurements.
    static AttachMeasurements make() throws IOException, InterruptedException {
        var costs = new ArrayList<Cost>();
        for (int nodes : SIZES) {
            costs.add(measureCost(nodes));
        }
        return new AttachMeasurements(costs, measureInParallel(), measureTakeover());
    }

    /// Returns the limits that a measurement exceeds.
    List<String> exceeded() {
        return Stream.of(
                        CsiBenchmark.limit("growth of the calls for a create", growth(Cost::create), MAX_GROWTH),
                        CsiBenchmark.limit("growth of the calls for an attach", growth(Cost::attach), MAX_GROWTH),
                        CsiBenchmark.limit(
                                "attach tasks for " + inParallel.disks() + " disks",
                                inParallel.attachTasks(),
                                MAX_TASKS),
                        CsiBenchmark.limit(
                                "p99 of an attach beyond its task",
                                inParallel.attaches().percentile(0.99),
                                MAX_OWN_SECONDS),
                        CsiBenchmark.limit(
                                "seconds until another replica creates", takeover.create(), MAX_TAKEOVER_SECONDS),
                        CsiBenchmark.limit(
                                "seconds until another replica attaches", takeover.attach(), MAX_TAKEOVER_SECONDS))
                .flatMap(Optional::stream)
                .toList();
    }

    private double growth(ToDoubleFunction<Cost> calls) {
        return calls.applyAsDouble(costs.getLast()) / calls.applyAsDouble(costs.getFirst());
    }

    /// Returns the part of the report.
    String text() {
        var text = new StringBuilder("""

                Calls to vCenter for each create, attach and detach, one after another, with those of the watch.
                nodes   create   attach   detach
                """);
        costs.forEach(cost -> text.append(
                "%5d   %6.2f   %6.2f   %6.2f%n".formatted(cost.nodes(), cost.create(), cost.attach(), cost.detach())));
        text.append(
                "from the smallest to the largest: %.2f times for a create, %.2f times for an attach (limit: 1.20).%n"
                        .formatted(growth(Cost::create), growth(Cost::attach)));
        text.append("""

                Time of calls beyond the second of their task, in seconds.
                creates, %3d in parallel      median %.3f, p99 %.3f
                attaches, %3d on as many VMs  median %.3f, p99 %.3f (limit of p99: 0.250)
                detaches, %3d on as many VMs  median %.3f, p99 %.3f

                The same with VolumeAttachments, on which each attempt is recorded before; %d times.
                attaches, %3d on as many VMs  median %.3f, p99 %.3f
                detaches, %3d on as many VMs  median %.3f, p99 %.3f

                %d disks on one VM: attached in %.1f s by %d tasks (limit: 10), detached in %.1f s by %d tasks.

                The active one of two replicas is killed. The next create succeeds after %.1f s, an attach after %.1f s (limit: 20).
                """.formatted(
                        SLOTS,
                        inParallel.creates().percentile(0.5),
                        inParallel.creates().percentile(0.99),
                        PARALLEL,
                        inParallel.attaches().percentile(0.5),
                        inParallel.attaches().percentile(0.99),
                        PARALLEL,
                        inParallel.detaches().percentile(0.5),
                        inParallel.detaches().percentile(0.99),
                        ROUNDS,
                        PARALLEL,
                        inParallel.recorded().percentile(0.5),
                        inParallel.recorded().percentile(0.99),
                        PARALLEL,
                        inParallel.deleted().percentile(0.5),
                        inParallel.deleted().percentile(0.99),
                        inParallel.disks(),
                        inParallel.attachSeconds(),
                        inParallel.attachTasks(),
                        inParallel.detachSeconds(),
                        inParallel.detachTasks(),
                        takeover.create(),
                        takeover.attach()));
        return text.toString();
    }

    private static Cost measureCost(int nodes) throws IOException, InterruptedException {
        try (Bed bed = Bed.start(nodes, VolumeSettings.defaults().times("", 0, 200));
                DriverProcess driver = bed.driver("only").awaitReady()) {
            warm(bed, driver);
            long mark = bed.site().proxy().calls().mark();
            ParallelCalls created = ParallelCalls.create(driver.socket(), "cost-{n}", Map.of(), EACH, 1)
                    .allOk();
            double create = perCall(bed, mark);
            Map<String, String> places = bed.nodes().places(created.volumeIds());
            mark = bed.site().proxy().calls().mark();
            ParallelCalls.attach(driver.socket(), places, 1).allOk();
            double attach = perCall(bed, mark);
            mark = bed.site().proxy().calls().mark();
            ParallelCalls.detach(driver.socket(), places, 1).allOk();
            double detach = perCall(bed, mark);
            return new Cost(nodes, create, attach, detach);
        }
    }

    /// The first calls read what later ones know.
    private static void warm(Bed bed, DriverProcess driver) throws InterruptedException {
        List<String> volumes = ParallelCalls.create(driver.socket(), "warm-{n}", Map.of(), 2, 1)
                .allOk()
                .volumeIds();
        var places = new LinkedHashMap<String, String>();
        volumes.forEach(volume -> places.put(volume, bed.node(0)));
        ParallelCalls.attach(driver.socket(), places, 1).allOk();
        ParallelCalls.detach(driver.socket(), places, 1).allOk();
    }

    private static double perCall(Bed bed, long mark) {
        Calls calls = bed.site().proxy().calls().since(mark);
        return (double) calls.count() / EACH;
    }

    private static InParallel measureInParallel() throws IOException, InterruptedException {
        try (Bed bed = Bed.start(PARALLEL, VolumeSettings.defaults().times("", 0, (int) (TASK_SECONDS * 1_000)));
                DriverProcess driver = bed.directDriver().awaitReady()) {
            warm(bed, driver);
            OwnTime creates = OwnTime.of(ParallelCalls.create(driver.socket(), "slot-{n}", Map.of(), SLOTS * 5, SLOTS)
                    .allOk());
            List<String> volumes = ParallelCalls.create(driver.socket(), "disk-{n}", Map.of(), PARALLEL, PARALLEL)
                    .allOk()
                    .volumeIds();

            Map<String, String> spread = bed.nodes().places(volumes);
            OwnTime attaches = OwnTime.of(
                    ParallelCalls.attach(driver.socket(), spread, PARALLEL).allOk());
            OwnTime detaches = OwnTime.of(
                    ParallelCalls.detach(driver.socket(), spread, PARALLEL).allOk());

            bed.nodes().createVolumes(bed.api(), volumes);
            var recorded = new ArrayList<ParallelCalls>();
            var deleted = new ArrayList<ParallelCalls>();
            for (int round = 0; round < ROUNDS; round++) {
                bed.nodes().createAttachments(bed.api(), volumes);
                Thread.sleep(REFILL);
                recorded.add(
                        ParallelCalls.attach(driver.socket(), spread, PARALLEL).allOk());
                bed.nodes().beginDetaching(bed.api(), volumes);
                Thread.sleep(REFILL);
                deleted.add(
                        ParallelCalls.detach(driver.socket(), spread, PARALLEL).allOk());
                bed.nodes().endDetaching(bed.api(), volumes);
            }

            List<String> many = volumes.subList(0, Math.min(DISKS, volumes.size()));
            var one = new LinkedHashMap<String, String>();
            many.forEach(volume -> one.put(volume, bed.node(0)));
            bed.site().vcenter().volumes().resetCalls();
            double attachSeconds = ParallelCalls.attach(driver.socket(), one, many.size())
                    .allOk()
                    .seconds();
            int attachTasks = bed.site().vcenter().volumes().calls().of("CnsAttachVolume");
            double detachSeconds = ParallelCalls.detach(driver.socket(), one, many.size())
                    .allOk()
                    .seconds();
            int detachTasks = bed.site().vcenter().volumes().calls().of("CnsDetachVolume");
            return new InParallel(
                    creates,
                    attaches,
                    detaches,
                    OwnTime.of(recorded.toArray(ParallelCalls[]::new)),
                    OwnTime.of(deleted.toArray(ParallelCalls[]::new)),
                    many.size(),
                    attachSeconds,
                    attachTasks,
                    detachSeconds,
                    detachTasks);
        }
    }

    /// Kills the active one of two replicas, and repeats a request at the other one until it succeeds.
    private static Takeover measureTakeover() throws IOException, InterruptedException {
        try (Bed bed = Bed.start(10, VolumeSettings.defaults().times("", 0, 200));
                DriverProcess active = bed.driver("active").awaitReady();
                DriverProcess standby = bed.driver("standby")) {
            warm(bed, active);
            String volume = ParallelCalls.create(active.socket(), "before-{n}", Map.of(), 1, 1)
                    .allOk()
                    .volumeIds()
                    .getFirst();
            active.program().kill();
            long killed = System.nanoTime();
            double created = untilOk(killed, () -> ParallelCalls.create(standby.socket(), "after-{n}", Map.of(), 1, 1));
            double attached = untilOk(
                    killed,
                    () -> ParallelCalls.attach(standby.socket(), Collections.singletonMap(volume, bed.node(0)), 1));
            standby.program().terminate();
            return new Takeover(created, attached);
        }
    }

    private interface Request {
        ParallelCalls make() throws InterruptedException;
    }

    private static double untilOk(long from, Request request) throws InterruptedException {
        while (System.nanoTime() - from < TAKEOVER.toNanos()) {
            if (request.make().codes().containsKey("OK")) {
                return (System.nanoTime() - from) / 1e9;
            }
        }
        throw new IllegalStateException("no call succeeded within " + TAKEOVER);
    }
}
