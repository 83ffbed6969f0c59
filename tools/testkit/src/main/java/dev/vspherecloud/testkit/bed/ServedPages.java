package dev.vspherecloud.testkit.bed;

import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Reads the endpoints that a program on this machine serves on a port. It accepts every certificate.
///
/// Threads: any.
public final class ServedPages implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final URI server;
    private final HttpClient client;

    public ServedPages(int port) {
        this.server = URI.create("https://127.0.0.1:" + port);
        this.client = HttpClient.newBuilder()
                .sslContext(AnyCertificate.context())
                .connectTimeout(LIMIT)
                .build();
    }

    /// Returns true if an anonymous GET of this path returns 200. Returns false also if no process listens on the port.
    public boolean isOk(String path) {
        try {
            return send(request(path)).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /// Reads a page with this bearer token.
    ///
    /// @throws IllegalStateException if the status is not 200
    public String text(String path, String token) {
        try {
            var answer = send(request(path).header("Authorization", "Bearer " + token));
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).timeout(LIMIT);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
