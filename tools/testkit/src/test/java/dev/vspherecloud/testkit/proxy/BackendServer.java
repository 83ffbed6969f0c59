package dev.vspherecloud.testkit.proxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Header;
import dev.vspherecloud.testkit.wire.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A plain HTTP server behind the proxy. It sends the responses that a test sets, and records the requests.
final class BackendServer implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> seen = Collections.synchronizedList(new ArrayList<>());
    private final HttpServer server;

    private BackendServer(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.start();
    }

    static BackendServer start() throws IOException {
        return new BackendServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    BackendServer answering(String path, String body) {
        return answering(path, 200, body, Map.of());
    }

    BackendServer answering(String path, int status, String body, Map<String, String> headers) {
        return handling(path, exchange -> {
            headers.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
            byte[] bytes = Content.of(body).bytes();
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    BackendServer handling(String path, Answer answer) {
        server.createContext(path, exchange -> {
            try (exchange) {
                seen.add(request(exchange));
                answer.to(exchange);
            }
        });
        return this;
    }

    /// Returns the requests so far, in order.
    List<Request> seen() {
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static Request request(HttpExchange exchange) {
        try {
            var headers = new ArrayList<Header>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
            String line = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " HTTP/1.1";
            return new Request(
                    new Head(line, headers),
                    Content.of(exchange.getRequestBody().readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }
}
