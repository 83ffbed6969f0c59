package dev.vspherecloud.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/// Sends requests with fabric8's HTTP client, which adds the credentials and speaks TLS.
///
/// Threads: any number of callers.
final class FabricTransport implements ApiTransport {
    /// By which audit logs, and the fields that an API server says who wrote, name us.
    private static final String AGENT = "vsphere-cloud-controller-manager";

    private final String url;
    private final HttpClients clients;
    private final Ticker ticker;
    private final BooleanSupplier mayWrite;

    FabricTransport(String url, HttpClients clients, Ticker ticker) {
        this(url, clients, ticker, () -> true);
    }

    private FabricTransport(String url, HttpClients clients, Ticker ticker, BooleanSupplier mayWrite) {
        this.url = url;
        this.clients = clients;
        this.ticker = ticker;
        this.mayWrite = mayWrite;
    }

    @Override
    public ApiTransport writingOnlyWhile(BooleanSupplier allowed) {
        return new FabricTransport(url, clients, ticker, () -> mayWrite.getAsBoolean() && allowed.getAsBoolean());
    }

    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        Duration end = ticker.now().plus(deadline);
        try (ByteStream stream = new ByteStream(url, call)) {
            HttpResponse<AsyncBody> head = head(call, stream, deadline);
            return new ApiAnswer(head.code(), retryAfter(head), new ApiBody(rest(stream, end.minus(ticker.now()))));
        }
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        var stream = new ByteStream(url, call);
        boolean isOpen = false;
        try {
            HttpResponse<AsyncBody> head = head(call, stream, deadline);
            if (!HttpResponse.isSuccessful(head.code())) {
                var answer = new ApiAnswer(head.code(), retryAfter(head), new ApiBody(rest(stream, deadline)));
                throw KubeFailures.refusal(url, call, answer);
            }
            isOpen = true;
            return new LineStream(stream);
        } finally {
            if (!isOpen) {
                stream.close();
            }
        }
    }

    private HttpResponse<AsyncBody> head(ApiCall call, ByteStream stream, Duration deadline)
            throws InterruptedException {
        CompletableFuture<HttpResponse<AsyncBody>> future = start(call, stream, deadline);
        try {
            HttpResponse<AsyncBody> response = future.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            stream.follow(response.body());
            if (response.code() == 401) {
                clients.refused();
            }
            return response;
        } catch (ExecutionException e) {
            throw KubeFailures.noAnswer(url, call, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw KubeFailures.noAnswer(url, call, e);
        } finally {
            // An answer that comes too late is let go of; without effect when it is here.
            CompletableFuture<Void> _ = future.thenAccept(late -> stream.follow(late.body()));
        }
    }

    /// The HTTP client itself cancels an exchange whose answer has not begun at the deadline, which closes the
    /// connection. It is the only one that can: the library hides what it would take to cancel it from here. An
    /// answer that has begun may go on for longer (until JDK 25 that is how the timeout of `java.net.http` works;
    /// FabricTransportTest notices if it changes).
    private CompletableFuture<HttpResponse<AsyncBody>> start(ApiCall call, ByteStream stream, Duration deadline) {
        HttpClient http = clients.get();
        HttpRequest.Builder request = http.newHttpRequestBuilder()
                .uri(url + call.path())
                .timeout(Math.max(1, deadline.toMillis()), TimeUnit.MILLISECONDS);
        request = call.body().isEmpty()
                ? request.method(call.method(), null, null)
                : request.method(call.method(), call.contentType(), call.body());
        HttpRequest built = request.header("User-Agent", AGENT)
                .header("Accept", "application/json")
                .build();
        // The last step before sending: the files of the access may have been read anew just now, which takes time.
        FencedTransport.check(call, mayWrite);
        return http.consumeBytes(built, stream);
    }

    private byte[] rest(ByteStream stream, Duration deadline) throws InterruptedException {
        var bytes = new ByteArrayOutputStream();
        Duration end = ticker.now().plus(deadline);
        while (true) {
            Optional<byte[]> chunk = stream.next(end.minus(ticker.now()));
            if (chunk.isEmpty()) {
                return bytes.toByteArray();
            }
            bytes.writeBytes(chunk.get());
        }
    }

    private static Optional<Duration> retryAfter(HttpResponse<?> head) {
        return Optional.ofNullable(head.header("Retry-After")).flatMap(ApiServer::retryAfter);
    }
}
