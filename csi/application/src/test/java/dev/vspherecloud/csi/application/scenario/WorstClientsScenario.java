package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.testkit.flood.HostileClient;
import dev.vspherecloud.testkit.flood.PortFlood;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// More clients of the port for metrics than it serves at a time, which want to keep probes out or to fill the heap.
/// The port has neither TLS nor authentication, so each of them may also ask for the metrics and not read them.
@Tag("csi")
class WorstClientsScenario {
    private static final int CLIENTS = 600;
    private static final int CONNECTIONS_PER_SECOND = 300;
    private static final List<HostileClient> KINDS = List.of(
            HostileClient.SILENT,
            HostileClient.ENDLESS_LINES,
            HostileClient.ENDLESS_HEADERS,
            HostileClient.LONG_HEADER,
            HostileClient.SLOW_HEAD,
            HostileClient.SLOW_BODY,
            HostileClient.SLOW_READER,
            HostileClient.HTTP2,
            HostileClient.GARBAGE);

    @Test
    void aProbeGetsThroughEachKind(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("vc-a");
            DriverBed.Driver driver = bed.start().awaitReady();

            KINDS.forEach(kind -> getsThrough(driver, List.of(kind)));
            getsThrough(driver, KINDS);

            assertThat(driver.page("/metrics").body())
                    .contains("vspherecloud_csi_port_refusals_total{reason=\"connection\"}")
                    .doesNotContain("vspherecloud_csi_port_refusals_total{reason=\"connection\"} 0");
            assertThat(driver.program().terminate()).as(driver.program().log()).isZero();
            assertThat(driver.program().log()).doesNotContain("OutOfMemoryError");
        }
    }

    /// Each page is read on a connection of its own, as the kubelet does.
    private static void getsThrough(DriverBed.Driver driver, List<HostileClient> kinds) {
        try (var flood = PortFlood.start(driver.port(), false, kinds, CLIENTS, CONNECTIONS_PER_SECOND)) {
            await().until(() -> flood.connections() >= CLIENTS);
            for (int probe = 1; probe <= 3; probe++) {
                assertThat(driver.page("/livez").statusCode())
                        .as(driver.program().log())
                        .isEqualTo(200);
            }
        }
        assertThat(driver.program().isAlive()).as(driver.program().log()).isTrue();
    }
}
