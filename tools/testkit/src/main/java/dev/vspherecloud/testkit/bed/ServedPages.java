package dev.vspherecloud.testkit.bed;

import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// What a program of this machine serves on its port, whatever certificate it shows.
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

    /// Whether this page is answered with 200 right now, to somebody unknown. False also while nobody listens.
    public boolean isOk(String path) {
        try {
            return send(request(path)).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /// The page as the bearer of this token sees it.
    ///
    /// @throws IllegalStateException when it is refused
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
