package dev.vspherecloud.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WebSocketTest {
    private static final String ASK =
            "GET /api/v1/nodes?watch=true HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

    @Test
    void pipesBothWaysOnceTheServerAgrees() throws Exception {
        try (var threads = new Workers("echo");
                var server = LoopbackListener.open(threads, Optional.empty(), WebSocketTest::agreeAndEcho);
                var proxy = FaultProxy.inFrontOf(URI.create("http://127.0.0.1:" + server.port()))
                        .start();
                var client =
                        Connection.to(proxy.port(), Optional.of(proxy.identity().clientContext()))) {
            say(client, ASK);
            assertThat(Head.readFrom(client.input()).orElseThrow().status()).isEqualTo(101);

            say(client, "ping");
            assertThat(new String(client.input().readNBytes(4), StandardCharsets.US_ASCII))
                    .isEqualTo("ping");
            say(client, "pong");
            assertThat(new String(client.input().readNBytes(4), StandardCharsets.US_ASCII))
                    .isEqualTo("pong");

            client.drop();
            assertThat(proxy.calls().await(calls -> calls.countWhere(Call::open) == 0, EventTimeout.LIMIT))
                    .isTrue();
            assertThat(proxy.calls().all().names()).containsExactly("watch nodes");
            assertThat(proxy.calls().traffic().toServer()).isEqualTo(ASK.length() + 8L);
        }
    }

    private static void say(Connection to, String text) throws IOException {
        to.output().write(text.getBytes(StandardCharsets.US_ASCII));
        to.output().flush();
    }

    private static void agreeAndEcho(Connection connection) {
        try {
            Head.readFrom(connection.input());
            say(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            for (int next = connection.input().read();
                    next >= 0;
                    next = connection.input().read()) {
                connection.output().write(next);
                connection.output().flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
