package dev.vspherecloud.ccm.application.scenario.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.PortClient;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.flood.HostileClient;
import dev.vspherecloud.testkit.flood.PortFlood;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// More clients of the port than it serves at a time, which have no credentials and want to keep the probe of
/// the kubelet out or to fill the heap. A benchmark measures the time of a probe meanwhile.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorstClientsScenario {
    private static final int CLIENTS = 600;
    private static final int CONNECTIONS_PER_SECOND = 300;

    private final TestBed bed = TestBed.start();
    private Program program;
    private int port;

    @BeforeAll
    void start() {
        bed.addVcenter("vc-a");
        port = bed.reservePort();
        program = bed.launch()
                .config(bed.write("vsphere.conf", bed.config()))
                .electing()
                .serving(port)
                .with("--authentication-kubeconfig=" + bed.kubeconfig(bed.api().admin()))
                .with("--authorization-kubeconfig=" + bed.kubeconfig(bed.api().admin()))
                .start();
        program.awaitLog("Became leader", EventTimeout.LIMIT);
    }

    @AfterAll
    void endsWell() {
        try {
            assertThat(program.terminate()).as(program.log()).isZero();
        } finally {
            bed.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aProbeGetsThrough(HostileClient kind) {
        try (var flood = PortFlood.start(port, true, List.of(kind), CLIENTS, CONNECTIONS_PER_SECOND)) {
            getsThrough(flood);
        }
    }

    @Test
    void aProbeGetsThroughAllOfThem() {
        try (var flood =
                PortFlood.start(port, true, List.of(HostileClient.values()), CLIENTS, CONNECTIONS_PER_SECOND)) {
            getsThrough(flood);
        }
    }

    /// Each time costs the server as much as a new connection, and no limit counts it. Go refuses it, too.
    @Test
    void aClientCannotNegotiateAgain() throws IOException {
        try (var connection =
                (SSLSocket) AnyCertificate.context().getSocketFactory().createSocket("127.0.0.1", port)) {
            connection.setEnabledProtocols(new String[] {"TLSv1.2"});
            connection.startHandshake();
            connection.startHandshake();

            assertThatIOException().isThrownBy(() -> connection.getInputStream().read());
        }
    }

    /// A probe opens a connection of its own, as the kubelet does.
    private void getsThrough(PortFlood flood) {
        await().until(() -> flood.connections() >= CLIENTS);
        for (int probe = 1; probe <= 3; probe++) {
            try (PortClient client = PortClient.of(port, Map.of(), Optional.empty())) {
                assertThat(client.status("/livez")).as(program.log()).isEqualTo(200);
            }
        }
        assertThat(program.isAlive()).as(program.log()).isTrue();
    }
}
