package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.proxy.ConnectProxy;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.Workers;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/// Tests that a closed client leaves no connection behind, and that closing does not block.
class ClosingTest {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;

    @Test
    void closesAnIdleConnection() {
        try (var vcenter = ScriptedVcenter.start()) {
            var client = client(vcenter.port());
            client.login(Recorded.CREDENTIALS).close();
            assertThat(vcenter.connectionCount()).isPositive();

            close(client);

            await().atMost(TIMEOUT).until(() -> vcenter.connectionCount() == 0);
        }
    }

    @Test
    void endsACallThatWaitsInTheHandshake() throws Exception {
        try (var workers = new Workers("silent");
                var silent = LoopbackListener.open(workers, Optional.empty(), connection -> {
                    try {
                        connection.input().transferTo(OutputStream.nullOutputStream());
                    } catch (IOException _) {
                        // The client has closed the connection.
                    }
                })) {
            assertEndsTheCall(client(silent.port()), silent::connectionCount);
        }
    }

    @Test
    void endsACallThatWaitsForTheProxy() throws Exception {
        try (var proxy = ConnectProxy.start().hang()) {
            var via = new HttpProxy("127.0.0.1", proxy.port(), Optional.empty());
            var endpoint = new VcenterEndpoint(
                            "vc-test", "vc.example.com", 443, new TlsTrust.Insecure(), Optional.empty())
                    .withProxy(via);

            assertEndsTheCall(
                    new VcenterClient(endpoint, Timeouts.standard(), "test/1", VcenterObserver.NONE),
                    proxy::connectionCount);
        }
    }

    @Test
    void endsACallThatWaitsForItsAnswer() throws Exception {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer())) {
            assertEndsTheCall(client(server.port()), () -> server.requests().size());
        }
    }

    @Test
    void doesNotBlockOnAnInterruptedThread() {
        try (var vcenter = ScriptedVcenter.start()) {
            var client = client(vcenter.port());
            client.login(Recorded.CREDENTIALS).close();
            Thread.currentThread().interrupt();

            close(client);

            assertThat(Thread.interrupted()).isTrue();
            await().atMost(TIMEOUT).until(() -> vcenter.connectionCount() == 0);
        }
    }

    private static void assertEndsTheCall(VcenterClient client, IntSupplier connections) throws Exception {
        var outcome = new CompletableFuture<Kind>();
        Thread.ofVirtual()
                .start(() -> outcome.complete(
                        VcenterClientTest.failure(client::connect).kind()));
        await().until(() -> connections.getAsInt() > 0);

        close(client);

        assertThat(outcome.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(Kind.CANCELED);
    }

    private static void close(VcenterClient client) {
        client.close();
    }

    private static VcenterClient client(int port) {
        var endpoint = new VcenterEndpoint("vc-test", "127.0.0.1", port, new TlsTrust.Insecure(), Optional.empty());
        return new VcenterClient(endpoint, Timeouts.standard(), "test/1", VcenterObserver.NONE);
    }
}
