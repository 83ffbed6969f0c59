package dev.vspherecloud.benchmarks;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverAccount;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.csi.StorageNodes;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// What a vCenter that hangs costs the static volumes of two others. Half of the volumes have a record of their
/// vCenter; the driver searches the others in all vCenters.
///
/// @param answering all vCenters answer
/// @param beginning the first one hangs, and the driver has not noticed it
/// @param hanging   the first one hangs, and the driver has noticed it
record StaticVolumeMeasurements(Times answering, Times beginning, Times hanging) {
    private static final int EACH = 10;
    private static final int ROUNDS = 3;
    private static final VolumeSettings TASKS = VolumeSettings.defaults().times("", 0, 1_000);
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static final String RECORDS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/%s/cnsvolumeinfoes/".formatted(DriverAccount.NAMESPACE);

    private static final String OPERATIONS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/%s/cnsvolumeoperationrequests/delete-"
                    .formatted(DriverAccount.NAMESPACE);

    /// How much longer calls may take while another vCenter hangs.
    private static final double MAX_DELAY = 1.2;

    /// The mean seconds of a call.
    record Times(double attach, double detach, double expand, double delete) {}

    /// One of the vCenters that answer.
    private record Place(VcenterSite site, StorageNodes nodes) {}

    private record Bed(KubeApiServer api, List<Place> places, Path socket) {
        /// Creates disks that CNS does not know, and their PersistentVolumes.
        ///
        /// @return the id of the Node for each volume
        Map<String, String> addVolumes() {
            var nodes = new LinkedHashMap<String, String>();
            for (Place place : places) {
                String datastore =
                        place.site().vcenter().volumes().datastores().getFirst().ref();
                List<String> ids = Stream.generate(
                                () -> place.site().vcenter().volumes().addDisk(datastore, "static", 1024))
                        .limit(EACH)
                        .toList();
                place.nodes().createVolumes(api, ids);
                ids.forEach(id -> place.nodes().makeAvailable(api, id));
                nodes.putAll(place.nodes().places(ids));
            }
            return nodes;
        }

        /// Waits until each volume has a record, and deletes every second one.
        void awaitRecords(Map<String, String> volumes) {
            int n = 0;
            for (String id : volumes.keySet()) {
                var _ = api.objects().await(RECORDS + id, LIMIT, record -> !record.isMissingNode());
                if (n++ % 2 == 0) {
                    api.objects().delete(RECORDS + id);
                }
            }
        }

        Times measure(Map<String, String> volumes) throws InterruptedException {
            int parallel = volumes.size();
            var attached = new ArrayList<ParallelCalls>();
            var detached = new ArrayList<ParallelCalls>();
            var expanded = new ArrayList<ParallelCalls>();
            for (int round = 0; round < ROUNDS; round++) {
                attached.add(ParallelCalls.attach(socket, volumes, parallel).allOk());
                detached.add(ParallelCalls.detach(socket, volumes, parallel).allOk());
                long bytes = (2L + round) << 30;
                expanded.add(ParallelCalls.make(
                                socket,
                                "/csi.v1.Controller/ControllerExpandVolume",
                                volumes.keySet().stream()
                                        .map(id -> expansion(id, bytes))
                                        .toList(),
                                parallel)
                        .allOk());
            }
            volumes.keySet().forEach(id -> places.getFirst().nodes().release(api, id));
            // A volume that was just registered waits for other clusters. This ends the wait.
            volumes.keySet().forEach(id -> api.objects().delete(OPERATIONS + id));
            ParallelCalls deleted = ParallelCalls.make(
                            socket,
                            "/csi.v1.Controller/DeleteVolume",
                            volumes.keySet().stream()
                                    .map("{\"volumeId\": \"%s\"}"::formatted)
                                    .toList(),
                            parallel)
                    .allOk();
            return new Times(mean(attached), mean(detached), mean(expanded), mean(List.of(deleted)));
        }

        private static String expansion(String id, long bytes) {
            return """
                    {"volumeId": "%s", "capacityRange": {"requiredBytes": "%d"}, "volumeCapability": {"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}}""".formatted(id, bytes);
        }

        private static double mean(List<ParallelCalls> rounds) {
            return rounds.stream()
                    .flatMap(round -> round.calls().stream())
                    .mapToDouble(call -> call.path("seconds").asDouble())
                    .average()
                    .orElseThrow();
        }
    }

    /// Prints this part of the report alone.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        StaticVolumeMeasurements made = make();
        System.out.print(made.text());
        made.exceeded().forEach(limit -> System.err.println("Limit exceeded: " + limit));
        System.exit(made.exceeded().isEmpty() ? 0 : 1);
    }

    static StaticVolumeMeasurements make() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("csi-benchmark");
        try (var api = KubeApiServer.start();
                var first = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder);
                var third = VcenterSite.start("vc-c", VcenterOptions.defaults(), folder)) {
            List<VcenterSite> sites = List.of(first, second, third);
            List<Place> all = sites.stream()
                    .map(site -> new Place(site, StorageNodes.create(api, site, EACH)))
                    .toList();
            try (var driver = DriverProcess.start(api, sites, folder, DriverProcess.packaged())) {
                driver.awaitReady();
                for (VcenterSite site : sites) {
                    site.proxy().calls().await(calls -> calls.count("WaitForUpdatesEx") > 1, LIMIT);
                }
                var bed = new Bed(api, all.subList(1, all.size()), driver.socket());
                List<Map<String, String>> volumes =
                        Stream.generate(bed::addVolumes).limit(3).toList();
                volumes.forEach(bed::awaitRecords);
                ParallelCalls.attach(driver.socket(), volumes.getFirst(), EACH).allOk();
                ParallelCalls.detach(driver.socket(), volumes.getFirst(), EACH).allOk();
                sites.forEach(site -> site.vcenter().volumes().configure(TASKS));

                Times answering = bed.measure(volumes.get(0));
                ActiveRule hang = first.proxy().add(Rule.onAny().then(Fault.hang()));
                Times beginning = bed.measure(volumes.get(1));
                driver.program().awaitLog("Cannot read vCenter", LIMIT);
                Times hanging = bed.measure(volumes.get(2));
                hang.close();
                driver.program().terminate();
                return new StaticVolumeMeasurements(answering, beginning, hanging);
            }
        }
    }

    /// Returns the limits that a measurement exceeds.
    List<String> exceeded() {
        return Stream.of(
                        exceeded("attach", Times::attach),
                        exceeded("detach", Times::detach),
                        exceeded("expand", Times::expand),
                        exceeded("delete", Times::delete))
                .flatMap(each -> each)
                .toList();
    }

    private Stream<String> exceeded(String what, ToDoubleFunction<Times> seconds) {
        return Stream.of(
                        CsiBenchmark.limit(
                                "delay of a static %s when another vCenter begins to hang".formatted(what),
                                delay(beginning, seconds),
                                MAX_DELAY),
                        CsiBenchmark.limit(
                                "delay of a static %s while another vCenter hangs".formatted(what),
                                delay(hanging, seconds),
                                MAX_DELAY))
                .flatMap(Optional::stream);
    }

    private double delay(Times times, ToDoubleFunction<Times> seconds) {
        return seconds.applyAsDouble(times) / seconds.applyAsDouble(answering);
    }

    /// Returns the part of the report.
    String text() {
        return """

                Three vCenters, %d static volumes at the same time in the second and third one, half of them without a record
                of their vCenter; the first one hangs. Mean seconds of a call (limit: %.2f times).
                          all answer   the first begins to hang   the first hangs
                """.formatted(2 * EACH, MAX_DELAY)
                + row("attach", Times::attach)
                + row("detach", Times::detach)
                + row("expand", Times::expand)
                + row("delete", Times::delete);
    }

    private String row(String name, ToDoubleFunction<Times> seconds) {
        return "%-6s    %10.2f   %10.2f, %.2f times     %6.2f, %.2f times%n"
                .formatted(
                        name,
                        seconds.applyAsDouble(answering),
                        seconds.applyAsDouble(beginning),
                        delay(beginning, seconds),
                        seconds.applyAsDouble(hanging),
                        delay(hanging, seconds));
    }
}
