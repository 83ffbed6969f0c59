package dev.vspherecloud.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ConnectProxyTest {
    private static final String TARGET = "vc.example.com:443";

    private final Workers workers = new Workers("echo");
    private final LoopbackListener echo = LoopbackListener.open(workers, Optional.empty(), ConnectProxyTest::echo);
    private final ConnectProxy proxy = ConnectProxy.start().route(TARGET, echo.port());

    @AfterEach
    void stop() {
        proxy.close();
        echo.close();
        workers.close();
    }

    @Test
    void carriesBytesBothWaysAndCountsByTarget() throws IOException {
        try (Connection client = ask(TARGET, "")) {
            assertThat(status(client)).isEqualTo(200);

            client.output().write("hello".getBytes(StandardCharsets.US_ASCII));
            client.output().flush();

            assertThat(client.input().readNBytes(5)).asString().isEqualTo("hello");
            assertThat(proxy.count(TARGET)).isEqualTo(1);
            assertThat(proxy.count("other.example.com:443")).isZero();
        }
    }

    @Test
    void respondsWith502WithoutARoute() throws IOException {
        assertThat(statusOf("[2001:db8::5]:443", "")).isEqualTo(502);
        assertThat(proxy.count("[2001:db8::5]:443")).isEqualTo(1);
    }

    @Test
    void requiresTheLoginThatIsSet() throws IOException {
        proxy.requireLogin("us", "päss");
        String right = Base64.getEncoder().encodeToString("us:päss".getBytes(StandardCharsets.UTF_8));

        assertThat(statusOf(TARGET, "")).isEqualTo(407);
        assertThat(statusOf(TARGET, "Proxy-Authorization: Basic dXM6\r\n")).isEqualTo(407);
        assertThat(statusOf(TARGET, "Proxy-Authorization: Basic " + right + "\r\n"))
                .isEqualTo(200);
    }

    @Test
    void refusesRespondsWithTextAndConnectsAgain() throws IOException {
        assertThat(statusOf(TARGET, "", proxy.refuse(403))).isEqualTo(403);
        try (Connection client = ask(TARGET, "", proxy.answerWith("220 mail\r\n"))) {
            assertThat(client.input().readAllBytes()).asString().isEqualTo("220 mail\r\n");
        }
        assertThat(statusOf(TARGET, "", proxy.letThrough())).isEqualTo(200);
    }

    @Test
    void closingEndsAHangingConnection() throws IOException {
        try (Connection client = ask(TARGET, "", proxy.hang())) {
            proxy.close();

            assertThat(ends(client)).isTrue();
        }
    }

    private int statusOf(String target, String headers) throws IOException {
        return statusOf(target, headers, proxy);
    }

    private static int statusOf(String target, String headers, ConnectProxy through) throws IOException {
        try (Connection client = ask(target, headers, through)) {
            return status(client);
        }
    }

    private Connection ask(String target, String headers) throws IOException {
        return ask(target, headers, proxy);
    }

    private static Connection ask(String target, String headers, ConnectProxy through) throws IOException {
        Connection client = Connection.to(through.port(), Optional.empty());
        client.output()
                .write("CONNECT %1$s HTTP/1.1\r\nHost: %1$s\r\n%2$s\r\n"
                        .formatted(target, headers)
                        .getBytes(StandardCharsets.ISO_8859_1));
        client.output().flush();
        return client;
    }

    private static int status(Connection client) throws IOException {
        return Head.readFrom(client.input()).orElseThrow().status();
    }

    private static boolean ends(Connection client) {
        try {
            return client.input().read() < 0;
        } catch (IOException _) {
            return true;
        }
    }

    private static void echo(Connection client) {
        try {
            for (int next = client.input().read();
                    next >= 0;
                    next = client.input().read()) {
                client.output().write(next);
                client.output().flush();
            }
        } catch (IOException _) {
            // The client has gone.
        }
    }
}
