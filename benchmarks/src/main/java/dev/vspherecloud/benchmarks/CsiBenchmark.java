package dev.vspherecloud.benchmarks;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.csi.StorageNodes;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.VolumeCalls;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Measures the CSI driver: vCenter calls for 1,000 volumes, calls and memory when idle, what a vCenter that hangs
/// costs the [volumes][StaticVolumeMeasurements] of others, and [attachments][AttachMeasurements].
///
/// Runs the packaged driver against a real API server and simulated vCenters, whose tasks take a second. Writes the
/// report in any case, and fails if a limit is exceeded.
public final class CsiBenchmark {
    private static final int VOLUMES = Integer.getInteger("vspherecloud.volumes", 1_000);
    private static final int PARALLEL = 100;
    private static final int NODES = 100;
    private static final int FEW_VOLUMES = 40;
    private static final Duration IDLE = Duration.ofSeconds(Integer.getInteger("vspherecloud.idle", 120));
    private static final VolumeSettings TASKS = VolumeSettings.defaults().times("", 0, 1_000);

    /// The largest number of create tasks at the same time.
    private static final int MAX_IN_FLIGHT = 16;

    private static final double MAX_CALLS_PER_VOLUME = 1.2;
    private static final double MAX_IDLE_CALLS_A_MINUTE = 10;

    /// In MB, until all volumes are created, and at rest when all are attached.
    private static final double MAX_MEMORY = 120;

    /// How much longer creates may take while another vCenter hangs.
    private static final double MAX_DELAY = 1.5;

    /// The longest time until the driver has noticed that a vCenter hangs.
    private static final Duration NOTICED = Duration.ofSeconds(90);

    private CsiBenchmark() {}

    /// The measurements with one vCenter.
    ///
    /// @param single  one create, when nothing else runs
    /// @param burst   1,000 creates, 100 at the same time
    /// @param counted what CNS counted during the burst
    /// @param calls   calls through the proxy during the burst
    /// @param attached the attachment of all these volumes, the same number to each Node
    /// @param idle    calls through the proxy in the idle time
    /// @param start   memory when the driver is ready
    /// @param then    memory after the burst
    /// @param afterAttach memory after the attachments
    /// @param calm    memory after the idle time
    private record OneVcenter(
            ParallelCalls single,
            Calls singleCalls,
            ParallelCalls burst,
            VolumeCalls counted,
            Calls calls,
            ParallelCalls attached,
            Calls idle,
            double ready,
            Memory start,
            Memory then,
            Memory afterAttach,
            Memory calm) {
        double callsPerVolume() {
            return (double) calls.count() / VOLUMES;
        }

        double idleCallsAMinute() {
            return idle.count() * 60.0 / IDLE.toSeconds();
        }
    }

    /// The measurements with two vCenters: creates in the second one.
    private record TwoVcenters(ParallelCalls both, ParallelCalls atOnce, ParallelCalls noticed) {
        double delayAtOnce() {
            return atOnce.seconds() / both.seconds();
        }

        double delayNoticed() {
            return noticed.seconds() / both.seconds();
        }
    }

    /// @param arguments the file for the report
    public static void main(String[] arguments) throws IOException, InterruptedException {
        OneVcenter one = oneVcenter();
        System.err.println(text(one));
        TwoVcenters two = twoVcenters();
        StaticVolumeMeasurements statics = StaticVolumeMeasurements.make();
        AttachMeasurements attachments = AttachMeasurements.make();
        String report = text(one) + text(two) + statics.text() + attachments.text();
        System.out.print(report);
        Files.writeString(Path.of(arguments[0]), report);
        List<String> exceeded = Stream.of(exceeded(one, two), statics.exceeded(), attachments.exceeded())
                .flatMap(List::stream)
                .toList();
        exceeded.forEach(limit -> System.err.println("Limit exceeded: " + limit));
        if (!exceeded.isEmpty()) {
            System.exit(1);
        }
    }

    private static List<String> exceeded(OneVcenter one, TwoVcenters two) {
        return Stream.of(
                        limit("create tasks", one.counted().of("CnsCreateVolume"), VOLUMES),
                        limit("create tasks at the same time", one.counted().maxInFlight(), MAX_IN_FLIGHT),
                        limit("calls for each volume", one.callsPerVolume(), MAX_CALLS_PER_VOLUME),
                        limit("idle calls a minute", one.idleCallsAMinute(), MAX_IDLE_CALLS_A_MINUTE),
                        limit("peak memory in MB with all volumes", one.then().peak(), MAX_MEMORY),
                        limit(
                                "memory in MB at rest with all volumes attached",
                                one.calm().resident(),
                                MAX_MEMORY),
                        limit("delay when the other vCenter begins to hang", two.delayAtOnce(), MAX_DELAY),
                        limit("delay while the other vCenter hangs", two.delayNoticed(), MAX_DELAY))
                .flatMap(Optional::stream)
                .toList();
    }

    static Optional<String> limit(String what, double found, double most) {
        return found > most
                ? Optional.of("%s: found %.2f, expected at most %.2f".formatted(what, found, most))
                : Optional.empty();
    }

    private static OneVcenter oneVcenter() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("csi-benchmark");
        try (var api = KubeApiServer.start();
                var site = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder)) {
            site.vcenter().volumes().configure(TASKS);
            StorageNodes nodes = StorageNodes.create(api, site, NODES);
            long begin = System.nanoTime();
            try (var driver = DriverProcess.start(api, List.of(site), folder, DriverProcess.packaged())) {
                driver.awaitReady();
                double ready = (System.nanoTime() - begin) / 1e9;
                Memory start = Memory.of(driver.program().pid());
                ParallelCalls.create(driver.socket(), "warm-{n}", Map.of(), 3, 1)
                        .allOk();
                pause(Duration.ofSeconds(3));

                long before = site.proxy().calls().mark();
                ParallelCalls single = ParallelCalls.create(driver.socket(), "single-{n}", Map.of(), 5, 1)
                        .allOk();
                Calls singleCalls = site.proxy().calls().since(before);

                site.vcenter().volumes().resetCalls();
                before = site.proxy().calls().mark();
                ParallelCalls burst = ParallelCalls.create(driver.socket(), "pvc-{n}", Map.of(), VOLUMES, PARALLEL)
                        .allOk();
                Calls calls = site.proxy().calls().since(before);
                VolumeCalls counted = site.vcenter().volumes().calls();
                Memory then = Memory.of(driver.program().pid());

                ParallelCalls attached = ParallelCalls.attach(
                                driver.socket(), nodes.places(burst.volumeIds()), PARALLEL)
                        .allOk();
                Memory afterAttach = Memory.of(driver.program().pid());

                before = site.proxy().calls().mark();
                pause(IDLE);
                Calls idle = site.proxy().calls().since(before);
                Memory calm = Memory.of(driver.program().pid());
                driver.program().terminate();
                return new OneVcenter(
                        single,
                        singleCalls,
                        burst,
                        counted,
                        calls,
                        attached,
                        idle,
                        ready,
                        start,
                        then,
                        afterAttach,
                        calm);
            }
        }
    }

    private static TwoVcenters twoVcenters() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("csi-benchmark");
        try (var api = KubeApiServer.start();
                var first = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder)) {
            first.vcenter().volumes().configure(TASKS);
            second.vcenter().volumes().configure(TASKS);
            String url = second.vcenter().volumes().datastores().getFirst().url();
            Map<String, String> parameters = Map.of("datastoreurl", url);
            try (var driver = DriverProcess.start(api, List.of(first, second), folder, DriverProcess.packaged())) {
                driver.awaitReady();
                first.proxy().calls().await(calls -> calls.count("WaitForUpdatesEx") > 1, NOTICED);
                second.proxy().calls().await(calls -> calls.count("WaitForUpdatesEx") > 1, NOTICED);
                ParallelCalls.create(driver.socket(), "warm-{n}", parameters, 3, 1)
                        .allOk();
                ParallelCalls both = ParallelCalls.create(
                                driver.socket(), "both-{n}", parameters, FEW_VOLUMES, PARALLEL)
                        .allOk();
                ActiveRule hang = first.proxy().add(Rule.onAny().then(Fault.hang()));
                ParallelCalls atOnce = ParallelCalls.create(
                                driver.socket(), "at-once-{n}", parameters, FEW_VOLUMES, PARALLEL)
                        .allOk();
                pause(NOTICED);
                // Without a datastore, the driver chooses the first vCenter that answers.
                ParallelCalls noticed = ParallelCalls.create(
                                driver.socket(), "noticed-{n}", Map.of(), FEW_VOLUMES, PARALLEL)
                        .allOk();
                hang.close();
                driver.program().terminate();
                return new TwoVcenters(both, atOnce, noticed);
            }
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    private static String text(OneVcenter one) {
        return """
                The packaged CSI driver, with a real API server with %d Nodes, and a simulated vCenter whose tasks take 1 s.
                All on one machine with %d cores. Durations in seconds, memory in MB.

                one create at a time           median %.2f, slowest %.2f, %.1f calls to vCenter each
                %,d creates, %d in parallel  %.1f in all; each: median %.1f, slowest %.1f; %s
                create tasks                   %,d, at most %d at the same time (limit: %d).
                calls to vCenter               %,d, %.2f for each volume (limit: %.2f).
                %s.
                idle with %,d volumes        %.1f calls to vCenter a minute, in %d s (limit: %.0f).
                %s.

                start until ready              %.2f.
                memory when ready              %.1f.
                memory after the creates       %.1f, peak until then %.1f (limit: %.0f).
                memory after %,d attaches   %.1f, peak until then %.1f; these took %.1f s.
                memory %d s later             %.1f (limit: %.0f), of which anonymous %.1f.
                """.formatted(
                NODES,
                Runtime.getRuntime().availableProcessors(),
                one.single().percentile(0.5),
                one.single().percentile(1),
                (double) one.singleCalls().count() / one.single().calls().size(),
                VOLUMES,
                PARALLEL,
                one.burst().seconds(),
                one.burst().percentile(0.5),
                one.burst().percentile(1),
                one.burst().codes(),
                one.counted().of("CnsCreateVolume"),
                one.counted().maxInFlight(),
                MAX_IN_FLIGHT,
                one.calls().count(),
                one.callsPerVolume(),
                MAX_CALLS_PER_VOLUME,
                methods(one.calls()),
                VOLUMES,
                one.idleCallsAMinute(),
                IDLE.toSeconds(),
                MAX_IDLE_CALLS_A_MINUTE,
                methods(one.idle()),
                one.ready(),
                one.start().resident(),
                one.then().resident(),
                one.then().peak(),
                MAX_MEMORY,
                one.attached().calls().size(),
                one.afterAttach().resident(),
                one.afterAttach().peak(),
                one.attached().seconds(),
                IDLE.toSeconds(),
                one.calm().resident(),
                MAX_MEMORY,
                one.calm().anonymous());
    }

    private static String methods(Calls calls) {
        return calls.countByName().entrySet().stream()
                .map(each -> "    %-40s %,6d".formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static String text(TwoVcenters two) {
        return """

                Two vCenters, %d creates at the same time in the second one; the first one hangs.
                both answer                               %.1f
                the first begins to hang (datastoreurl)   %.1f, %.2f times (limit: %.2f)
                the first hangs, no datastoreurl          %.1f, %.2f times (limit: %.2f)
                """.formatted(
                        FEW_VOLUMES,
                        two.both().seconds(),
                        two.atOnce().seconds(),
                        two.delayAtOnce(),
                        MAX_DELAY,
                        two.noticed().seconds(),
                        two.delayNoticed(),
                        MAX_DELAY);
    }
}
