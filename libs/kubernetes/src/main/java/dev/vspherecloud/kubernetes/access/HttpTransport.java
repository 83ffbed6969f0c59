package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiBody;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.ApiTransport;
import dev.vspherecloud.kubernetes.KubeException;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Sends requests with the JDK's HTTP client. A request whose deadline passes is cancelled, which closes its
/// connection.
///
/// The timeout of the JDK's client is not used. In one release of Java it covers only the beginning of a
/// response, in the next one all of it; and a watch may take longer.
///
/// Threads: any number of callers.
final class HttpTransport implements ApiTransport {
    private static final int UNAUTHORIZED = 401;

    private final String url;
    private final String agent;
    private final HttpClients clients;
    private final LongSupplier nanoTime;
    private final BooleanSupplier mayWrite;

    /// Creates a transport that allows all writes.
    ///
    /// @param agent the `User-Agent`, which names this program in audit logs and in an object's managed fields
    HttpTransport(String url, String agent, HttpClients clients, LongSupplier nanoTime) {
        this(url, agent, clients, nanoTime, () -> true);
    }

    private HttpTransport(
            String url, String agent, HttpClients clients, LongSupplier nanoTime, BooleanSupplier mayWrite) {
        this.url = url;
        this.agent = agent;
        this.clients = clients;
        this.nanoTime = nanoTime;
        this.mayWrite = mayWrite;
    }

    @Override
    public ApiTransport withWriteFence(BooleanSupplier allowed) {
        return new HttpTransport(
                url, agent, clients, nanoTime, () -> mayWrite.getAsBoolean() && allowed.getAsBoolean());
    }

    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        long end = nanoTime.getAsLong() + deadline.toNanos();
        try (var stream = new ByteStream(url, call)) {
            HttpResponse<ByteStream> head = head(call, stream, deadline);
            return new ApiAnswer(
                    head.statusCode(), retryAfter(head), date(head), new ApiBody(readRemaining(stream, end)));
        }
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        var stream = new ByteStream(url, call);
        boolean isOpen = false;
        try {
            HttpResponse<ByteStream> head = head(call, stream, deadline);
            int status = head.statusCode();
            if (status < 200 || status >= 300) {
                byte[] body = readRemaining(stream, nanoTime.getAsLong() + deadline.toNanos());
                throw KubeException.ofRefusal(url, call, new ApiAnswer(status, retryAfter(head), new ApiBody(body)));
            }
            isOpen = true;
            return new LineStream(stream);
        } finally {
            if (!isOpen) {
                stream.close();
            }
        }
    }

    private HttpResponse<ByteStream> head(ApiCall call, ByteStream stream, Duration deadline)
            throws InterruptedException {
        CompletableFuture<HttpResponse<ByteStream>> future = start(call, stream);
        try {
            HttpResponse<ByteStream> response = future.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            if (response.statusCode() == UNAUTHORIZED) {
                clients.onUnauthorized();
            }
            return response;
        } catch (ExecutionException e) {
            throw KubeFailures.noAnswer(url, call, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw KubeFailures.noAnswer(url, call, e);
        } finally {
            // If the response has begun, this has no effect.
            future.cancel(true);
        }
    }

    private CompletableFuture<HttpResponse<ByteStream>> start(ApiCall call, ByteStream stream) {
        ApiClient client = clients.get();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + call.path()))
                .header("User-Agent", agent)
                .header("Accept", "application/json");
        client.identify(request);
        if (call.body().isEmpty()) {
            request.method(call.method(), BodyPublishers.noBody());
        } else {
            request.header("Content-Type", call.contentType())
                    .method(call.method(), BodyPublishers.ofString(call.body()));
        }
        HttpRequest built = request.build();
        // This check is the last step before sending: the client may just have read files or run a plugin,
        // which takes time.
        ApiTransport.check(call, mayWrite);
        return client.http().sendAsync(built, _ -> stream);
    }

    /// Reads the rest of the body.
    ///
    /// @param end the deadline by the monotonic clock
    private byte[] readRemaining(ByteStream stream, long end) throws InterruptedException {
        var bytes = new ByteArrayOutputStream();
        while (true) {
            Optional<byte[]> chunk = stream.next(Duration.ofNanos(end - nanoTime.getAsLong()));
            if (chunk.isEmpty()) {
                return bytes.toByteArray();
            }
            bytes.writeBytes(chunk.get());
        }
    }

    private static Optional<Instant> date(HttpResponse<?> head) {
        try {
            return head.headers()
                    .firstValue("Date")
                    .map(text -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> retryAfter(HttpResponse<?> head) {
        return head.headers().firstValue("Retry-After").flatMap(ApiServer::retryAfter);
    }
}
