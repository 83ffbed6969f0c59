package dev.vspherecloud.http;

import dev.vspherecloud.http.HttpException.Kind;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/// HTTPS with one server: bounded in time and size, interruptible, and every failure an [HttpException]. It never
/// retries, and takes every status for an answer.
///
/// HTTP/1.1 only: over HTTP/2 the JDK's client fails calls past the server's limit of streams, and a few calls
/// at a time gain nothing by it. Redirects are not followed, cookies are not kept, and there is no proxy but
/// the endpoint's.
///
/// A proxy and an IPv6 address do not go together: for a tunnel, Java's client takes the brackets for a part of the
/// host name (seen in 25.0.3), and fails before it sends anything.
///
/// Threads: safe for all. It owns the HTTP client's threads; [#close()] ends whatever is in flight.
public final class HttpsClient implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final HttpEndpoint endpoint;
    private final Limits limits;
    private final String userAgent;
    private final Consumer<Instant> certificateEnds;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;
    private volatile boolean isClosed;

    /// Limits of one exchange.
    ///
    /// @param answerBytes the largest answer, on the wire and unpacked
    public record Limits(Duration connect, long answerBytes) {}

    /// @param userAgent how we name ourselves, as in `vsphere-cloud-controller-manager/0.1.0`
    /// @param certificateEnds told with each exchange that got as far when the certificate that the server
    ///     showed is
    ///     over, also if the exchange failed because of the certificate; must neither block nor throw
    public HttpsClient(HttpEndpoint endpoint, Limits limits, String userAgent, Consumer<Instant> certificateEnds) {
        this(endpoint, limits, userAgent, certificateEnds, threads -> client(endpoint, limits, threads));
    }

    /// @param client gets the threads that it may use
    public HttpsClient(
            HttpEndpoint endpoint,
            Limits limits,
            String userAgent,
            Consumer<Instant> certificateEnds,
            Function<ExecutorService, HttpClient> client) {
        this.endpoint = endpoint;
        this.limits = limits;
        this.userAgent = userAgent;
        this.certificateEnds = certificateEnds;
        this.client = client.apply(threads);
    }

    private static HttpClient client(HttpEndpoint endpoint, Limits limits, ExecutorService threads) {
        endpoint.proxy().ifPresent(HttpProxy::requirePermission);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(endpoint.proxy().map(HttpProxy::selector).orElse(HttpClient.Builder.NO_PROXY))
                .connectTimeout(limits.connect())
                .executor(threads)
                .sslContext(TrustManagers.context(endpoint.trust(), endpoint.host()))
                .build();
    }

    /// A request to this server, with the headers that all of them have.
    public HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(endpoint.uri(path))
                .header("User-Agent", userAgent)
                .header("Accept-Encoding", "gzip");
        endpoint.proxy()
                .flatMap(HttpProxy::authorization)
                .ifPresent(value -> request.header("Proxy-Authorization", value));
        return request;
    }

    /// An allowance for one answer, which may take several exchanges.
    public RequestBudget allow(Duration time) {
        return new RequestBudget(time, limits.answerBytes());
    }

    /// Sends a request and waits for its answer, all within the deadline. An interrupt ends it.
    ///
    /// @param deadline of this exchange, if the allowance has more time left
    public HttpResult exchange(HttpRequest request, RequestBudget requestBudget, Duration deadline)
            throws HttpException {
        return exchange(request, requestBudget, deadline, HttpsClient::within);
    }

    /// The same for a request whose answer must be heard, such as one that makes a session. An interrupt does not end
    /// it once it is sent, and is kept for the next one to notice: it is over with its answer, its deadline or
    /// [#close()].
    public HttpResult exchangeUninterruptibly(HttpRequest request, RequestBudget requestBudget, Duration deadline)
            throws HttpException {
        return exchange(request, requestBudget, deadline, HttpsClient::uninterruptibly);
    }

    private HttpResult exchange(HttpRequest request, RequestBudget requestBudget, Duration atMost, Waiting waiting)
            throws HttpException {
        if (isClosed) {
            throw failed(Kind.CANCELED, "this client is closed");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw failed(Kind.CANCELED, "interrupted before it was sent");
        }
        if (endpoint.isIpv6() && endpoint.proxy().isPresent()) {
            throw failed(Kind.PROXY, "nothing sent: through a proxy only names and IPv4 addresses work");
        }
        Duration deadline = requestBudget.timeLeft(atMost);
        var body = new BoundedBodySubscriber(limits.answerBytes());
        Future<HttpResponse<ByteChunks>> pending = send(request, body);
        try {
            HttpResponse<ByteChunks> response = waiting.await(deadline, pending);
            requireServer(response);
            response.sslSession().ifPresent(this::observe);
            return new HttpResult(response.statusCode(), response.headers(), response.body(), requestBudget);
        } catch (TimeoutException e) {
            String problem = "no complete answer within %s s".formatted(seconds(deadline));
            throw HttpException.of(endpoint.proxy(), Kind.TIMEOUT, problem, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw HttpException.of(endpoint.proxy(), Kind.CANCELED, "interrupted", e);
        } catch (ExecutionException e) {
            throw broken(e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            throw broken(e);
        } finally {
            body.giveUp(pending);
        }
    }

    /// How to wait for an answer.
    private interface Waiting {
        HttpResponse<ByteChunks> await(Duration deadline, Future<HttpResponse<ByteChunks>> pending)
                throws InterruptedException, ExecutionException, TimeoutException;
    }

    private HttpException failed(Kind kind, String problem) {
        return HttpException.of(endpoint.proxy(), kind, problem);
    }

    private void observe(SSLSession session) {
        try {
            if (session.getPeerCertificates()[0] instanceof X509Certificate shown) {
                certificateEnds.accept(shown.getNotAfter().toInstant());
            }
        } catch (SSLPeerUnverifiedException _) {
            // A session without a certificate has no end to tell of.
        }
    }

    /// What came without TLS is of the proxy, and has no body.
    private void requireServer(HttpResponse<?> response) throws HttpException {
        if (response.sslSession().isEmpty()) {
            throw ProxyConnectFailure.explain(endpoint.proxy(), response.statusCode(), response.headers());
        }
    }

    private static <T> T within(Duration deadline, Future<T> pending)
            throws InterruptedException, ExecutionException, TimeoutException {
        return pending.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Keeps an interrupt for the next call to notice.
    private static <T> T uninterruptibly(Duration deadline, Future<T> pending)
            throws ExecutionException, TimeoutException {
        long end = System.nanoTime() + deadline.toNanos();
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return within(Duration.ofNanos(end - System.nanoTime()), pending);
                } catch (InterruptedException _) {
                    isInterrupted = true;
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Future<HttpResponse<ByteChunks>> send(HttpRequest request, BoundedBodySubscriber body)
            throws HttpException {
        try {
            return client.sendAsync(request, _ -> body.begin());
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw broken(e);
        }
    }

    private HttpException broken(Throwable cause) {
        IoFailures.find(cause, UntrustedServerException.class)
                .ifPresent(untrusted -> certificateEnds.accept(untrusted.end()));
        return isClosed
                ? HttpException.of(endpoint.proxy(), Kind.CANCELED, "this client was closed", cause)
                : IoFailures.explain(endpoint.proxy(), cause);
    }

    private static String seconds(Duration duration) {
        return String.valueOf(duration.toMillis() / 1000.0);
    }

    /// Ends all exchanges in flight; their callers get [CANCELED][Kind#CANCELED].
    @Override
    public void close() {
        isClosed = true;
        client.shutdownNow();
        try {
            var _ = client.awaitTermination(CLOSING);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
    }
}
