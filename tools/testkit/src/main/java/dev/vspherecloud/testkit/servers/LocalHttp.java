package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;

/// An HTTP client for one server of the test, with a deadline for each call.
final class LocalHttp implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final HttpClient client;
    private final Map<String, String> headers;
    private final Duration limit;

    private LocalHttp(HttpClient client, Map<String, String> headers, Duration limit) {
        this.client = client;
        this.headers = headers;
        this.limit = limit;
    }

    static LocalHttp plain(Duration limit) {
        return new LocalHttp(
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT)
                        .build(),
                Map.of(),
                limit);
    }

    static LocalHttp tls(SSLContext trust, Map<String, String> headers, Duration limit) {
        return new LocalHttp(
                HttpClient.newBuilder()
                        .sslContext(trust)
                        .connectTimeout(CONNECT)
                        .build(),
                headers,
                limit);
    }

    /// Sends the request and returns the response, with any status.
    ///
    /// @param body the empty text for none
    HttpResponse<String> send(String method, URI uri, String contentType, String body) throws IOException {
        var request = HttpRequest.newBuilder(uri)
                .timeout(limit)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        if (!body.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted during " + method + " " + uri, e);
        }
    }

    /// Returns true if a GET returns 200 right now.
    boolean isOk(URI uri) {
        try {
            return send("GET", uri, "", "").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
