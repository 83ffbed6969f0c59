package dev.vspherecloud.ccm.application.scenario;

import dev.vspherecloud.testkit.wire.AnyCertificate;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A client of a program's HTTPS port. It reuses one connection if possible.
///
/// @param headers by name; it sends all values of each
public record PortClient(HttpClient http, int port, Map<String, List<String>> headers) implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /// @param shown the client certificate; empty for none
    public static PortClient of(int port, Map<String, List<String>> headers, Optional<ServerIdentity> shown) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(shown.map(ServerIdentity::clientCertificateContext).orElseGet(AnyCertificate::context))
                .build();
        return new PortClient(http, port, headers);
    }

    public int status(String path) {
        return get(path).statusCode();
    }

    public HttpResponse<String> get(String path) {
        return send("GET", path, "");
    }

    public HttpResponse<String> send(String method, String path, String body) {
        var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:%d%s".formatted(port, path)))
                .timeout(TIMEOUT)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("no other thread interrupts a test", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
