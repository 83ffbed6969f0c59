package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vspherecloud.testkit.wire.ScriptedServer;
import java.time.Duration;
import java.util.Optional;

/// Creates clients for test servers, and sends one exchange through them.
final class Links {
    /// A response without a body, after which the connection ends.
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

    /// Long enough for a busy machine.
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private Links() {}

    static HttpsClient to(ScriptedServer server, TlsTrust trust) {
        return to(server.address(), server.port(), trust);
    }

    static HttpsClient to(String host, int port, TlsTrust trust) {
        return to(new HttpEndpoint(host, port, trust, Optional.empty()));
    }

    /// Returns a client that accepts responses of at most 100,000 bytes.
    static HttpsClient to(HttpEndpoint endpoint) {
        return new HttpsClient(endpoint, new HttpsClient.Limits(Duration.ofSeconds(10), 100_000), "test/1", _ -> {});
    }

    /// Returns a share of the heap that no test exceeds.
    static HeapShare heap() {
        return new HeapShares(1 << 24).open("server");
    }

    static HttpResult get(HttpsClient link) throws HttpException {
        return link.exchange(link.request("/").GET().build(), link.newBudget(DEADLINE, heap()), DEADLINE);
    }

    static int status(HttpsClient link) {
        try {
            return get(link).status();
        } catch (HttpException e) {
            throw new AssertionError(e);
        }
    }

    static HttpException failure(HttpsClient link) {
        return Optional.ofNullable(catchThrowableOfType(HttpException.class, () -> get(link)))
                .orElseThrow(() -> new AssertionError("no failure"));
    }
}
