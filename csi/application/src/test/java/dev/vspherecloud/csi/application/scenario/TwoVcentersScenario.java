package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a vCenter that hangs delays only its own volumes.
///
/// The benchmark of the driver measures the times.
@Tag("csi")
@Timeout(300)
class TwoVcentersScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final int VOLUMES = 10;

    @Test
    void volumesOfTheOtherVcenterDoNotWait(@TempDir Path folder) throws InterruptedException {
        try (var api = KubeApiServer.shared();
                var first = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder);
                var driver = DriverProcess.start(api, List.of(first, second), folder, DriverProcess.packaged())) {
            driver.awaitReady();
            awaitWatch(first);
            awaitWatch(second);
            String url = second.vcenter().volumes().datastores().getFirst().url();
            Map<String, String> parameters = Map.of("datastoreurl", url);
            List<String> before = ParallelCalls.create(driver.socket(), "before-{n}", parameters, 2, 2)
                    .allOk()
                    .volumeIds();

            first.proxy().add(Rule.onAny().then(Fault.hang()));
            long hung = first.proxy().calls().mark();
            long marked = second.proxy().calls().mark();

            ParallelCalls created = ParallelCalls.create(driver.socket(), "at-once-{n}", parameters, VOLUMES, VOLUMES);
            created.allOk();
            assertThat(namesIn(second)).contains("at-once-0", "at-once-" + (VOLUMES - 1));
            expand(driver, before.getFirst()).allOk();
            delete(driver, before.getLast()).allOk();
            assertThat(first.proxy().calls().since(hung).names())
                    .as("calls about volumes, for which these would have waited")
                    .noneMatch(name -> name.startsWith("Cns"));
            assertThat(creates(second, marked)).isEqualTo(VOLUMES);
            assertThat(namesIn(second)).hasSize(VOLUMES + 1);

            JsonNode listed = ParallelCalls.make(driver.socket(), "/csi.v1.Controller/ListVolumes", "{}", 1, 1)
                    .calls()
                    .getFirst();
            assertThat(listed.path("code").asText()).as(listed.toString()).isEqualTo("Unavailable");

            // Without a datastore, the driver chooses the first vCenter that answers.
            driver.program().awaitLog("Cannot read vCenter", LIMIT);
            ParallelCalls chosen = ParallelCalls.create(driver.socket(), "chosen-{n}", Map.of(), VOLUMES, VOLUMES);
            chosen.allOk();
            assertThat(creates(first, hung)).isZero();
            assertThat(creates(second, marked)).isEqualTo(2 * VOLUMES);
            assertThat(namesIn(second)).contains("chosen-0", "chosen-" + (VOLUMES - 1));
            assertThat(driver.program().terminate()).isZero();
        }
    }

    private static void awaitWatch(VcenterSite site) throws InterruptedException {
        assertThat(site.proxy().calls().await(calls -> calls.count("WaitForUpdatesEx") > 1, LIMIT))
                .isTrue();
    }

    private static long creates(VcenterSite site, long mark) {
        return site.proxy().calls().since(mark).count("CnsCreateVolume");
    }

    private static List<String> namesIn(VcenterSite site) {
        return site.vcenter().volumes().list().stream()
                .map(SimulatedVolume::name)
                .toList();
    }

    private static ParallelCalls expand(DriverProcess driver, String id) throws InterruptedException {
        return ParallelCalls.make(
                driver.socket(), "/csi.v1.Controller/ControllerExpandVolume", """
                {"volumeId": "%s", "capacityRange": {"requiredBytes": "2147483648"},
                 "volumeCapability": {"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}}""".formatted(id), 1, 1);
    }

    private static ParallelCalls delete(DriverProcess driver, String id) throws InterruptedException {
        return ParallelCalls.make(
                driver.socket(), "/csi.v1.Controller/DeleteVolume", "{\"volumeId\": \"%s\"}".formatted(id), 1, 1);
    }
}
