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
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
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

    /// The maximum size of a response, and of one event of a watch, in bytes. etcd stores objects of up to 1.5 MB, and
    /// an escaped character takes six times its size in JSON, so every single object fits.
    static final int MAX_BODY = 10 << 20;

    /// The maximum size of the body of a refusal that is kept, in bytes. Its message is at the beginning.
    static final int MAX_REFUSAL = 256 << 10;

    /// The size above which a body counts as large, in bytes. Only one large body is read at a time, since many would
    /// not fit into the heap together.
    private static final int LARGE = 256 << 10;

    private final String url;
    private final String agent;
    private final HttpClients clients;
    private final LongSupplier nanoTime;
    private final BooleanSupplier mayWrite;
    private final Semaphore largeBodies;

    /// Creates a transport that allows all writes.
    ///
    /// @param agent the `User-Agent`, which names this program in audit logs and in an object's managed fields
    HttpTransport(String url, String agent, HttpClients clients, LongSupplier nanoTime) {
        this(url, agent, clients, nanoTime, () -> true, new Semaphore(1, true));
    }

    private HttpTransport(
            String url,
            String agent,
            HttpClients clients,
            LongSupplier nanoTime,
            BooleanSupplier mayWrite,
            Semaphore largeBodies) {
        this.url = url;
        this.agent = agent;
        this.clients = clients;
        this.nanoTime = nanoTime;
        this.mayWrite = mayWrite;
        this.largeBodies = largeBodies;
    }

    @Override
    public ApiTransport withWriteFence(BooleanSupplier allowed) {
        return new HttpTransport(
                url, agent, clients, nanoTime, () -> mayWrite.getAsBoolean() && allowed.getAsBoolean(), largeBodies);
    }

    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        long end = nanoTime.getAsLong() + deadline.toNanos();
        try (var stream = new ByteStream(url, call)) {
            HttpResponse<ByteStream> head = head(call, stream, end);
            int status = head.statusCode();
            byte[] body = isSuccess(status) ? body(call, stream, end) : refusal(stream, end);
            return new ApiAnswer(status, retryAfter(head), date(head), new ApiBody(body));
        }
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        long end = nanoTime.getAsLong() + deadline.toNanos();
        var stream = new ByteStream(url, call);
        boolean isOpen = false;
        try {
            HttpResponse<ByteStream> head = head(call, stream, end);
            int status = head.statusCode();
            if (!isSuccess(status)) {
                byte[] body = refusal(stream, end);
                throw KubeException.ofRefusal(url, call, new ApiAnswer(status, retryAfter(head), new ApiBody(body)));
            }
            isOpen = true;
            return new LineStream(stream, line -> KubeFailures.tooLarge(url, call, MAX_BODY, line));
        } finally {
            if (!isOpen) {
                stream.close();
            }
        }
    }

    /// Sends the request and waits for the beginning of the response.
    ///
    /// @param end the deadline by the monotonic clock; a wait for credentials counts, too
    private HttpResponse<ByteStream> head(ApiCall call, ByteStream stream, long end) throws InterruptedException {
        CompletableFuture<HttpResponse<ByteStream>> future = start(call, stream, end);
        try {
            HttpResponse<ByteStream> response =
                    future.get(Math.max(0, timeLeft(end).toNanos()), TimeUnit.NANOSECONDS);
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

    private CompletableFuture<HttpResponse<ByteStream>> start(ApiCall call, ByteStream stream, long end)
            throws InterruptedException {
        ApiClient client = clients.get(timeLeft(end));
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

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /// Reads the whole body. Throws [KubeException] if it is too large.
    ///
    /// @param end the deadline by the monotonic clock
    private byte[] body(ApiCall call, ByteStream stream, long end) throws InterruptedException {
        var pieces = new ArrayList<byte[]>();
        int size = 0;
        boolean isLarge = false;
        try {
            while (true) {
                Optional<byte[]> piece = stream.next(timeLeft(end));
                if (piece.isEmpty()) {
                    return joined(pieces, size);
                }
                pieces.add(piece.get());
                size += piece.get().length;
                if (size > MAX_BODY) {
                    throw KubeFailures.tooLarge(url, call, MAX_BODY, pieces.getFirst());
                }
                if (size > LARGE && !isLarge) {
                    isLarge = largeBodies.tryAcquire(timeLeft(end).toNanos(), TimeUnit.NANOSECONDS);
                    if (!isLarge) {
                        throw KubeFailures.noAnswer(url, call, new TimeoutException());
                    }
                }
            }
        } finally {
            if (isLarge) {
                largeBodies.release();
            }
        }
    }

    private static byte[] joined(List<byte[]> pieces, int size) {
        ByteBuffer joined = ByteBuffer.allocate(size);
        pieces.forEach(joined::put);
        return joined.array();
    }

    /// Reads the body of a refusal, or its beginning if it is long.
    private byte[] refusal(ByteStream stream, long end) throws InterruptedException {
        var bytes = new ByteArrayOutputStream();
        Optional<byte[]> piece = stream.next(timeLeft(end));
        while (piece.isPresent() && bytes.size() < MAX_REFUSAL) {
            bytes.write(piece.get(), 0, Math.min(piece.get().length, MAX_REFUSAL - bytes.size()));
            piece = stream.next(timeLeft(end));
        }
        return bytes.toByteArray();
    }

    private Duration timeLeft(long end) {
        return Duration.ofNanos(end - nanoTime.getAsLong());
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
