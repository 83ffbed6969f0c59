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

/// An HTTPS client for one server. Its exchanges are limited in time and size, and can be interrupted. Every
/// failure is an [HttpException]. The client never retries, and returns a response of any status as a result.
///
/// The client uses HTTP/1.1 only. Over HTTP/2, the JDK's client fails calls beyond the server's limit of
/// streams, and HTTP/2 makes a few concurrent calls no faster. The client does not follow redirects, keeps no
/// cookies, and uses no proxy but the endpoint's.
///
/// A proxy and an IPv6 address do not work together: for a tunnel, Java's client takes the brackets for a part
/// of the host name (seen in 25.0.3), and fails before it sends anything.
///
/// Threads: safe for all. This object owns the HTTP client's threads; [#close()] ends all exchanges in flight.
public final class HttpsClient implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final HttpEndpoint endpoint;
    private final Limits limits;
    private final String userAgent;
    private final Consumer<Instant> onCertificateExpiry;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;
    private volatile boolean isClosed;

    /// The limits of one exchange.
    ///
    /// @param maxResponseBytes the largest response, both on the wire and decompressed
    public record Limits(Duration connectTimeout, long maxResponseBytes) {}

    /// Creates a client for the endpoint.
    ///
    /// @param userAgent the header `User-Agent`, as in `vsphere-cloud-controller-manager/0.1.0`
    /// @param onCertificateExpiry receives the expiry time of the server's certificate with each exchange that
    ///     received the certificate, even if the client did not accept it; must neither block nor throw
    public HttpsClient(HttpEndpoint endpoint, Limits limits, String userAgent, Consumer<Instant> onCertificateExpiry) {
        this(endpoint, limits, userAgent, onCertificateExpiry, executor -> createClient(endpoint, limits, executor));
    }

    /// Creates a client whose underlying HTTP client comes from a factory.
    ///
    /// @param client creates the underlying HTTP client, which must use the given threads
    public HttpsClient(
            HttpEndpoint endpoint,
            Limits limits,
            String userAgent,
            Consumer<Instant> onCertificateExpiry,
            Function<ExecutorService, HttpClient> client) {
        this.endpoint = endpoint;
        this.limits = limits;
        this.userAgent = userAgent;
        this.onCertificateExpiry = onCertificateExpiry;
        this.client = client.apply(executor);
    }

    private static HttpClient createClient(HttpEndpoint endpoint, Limits limits, ExecutorService executor) {
        endpoint.proxy().ifPresent(HttpProxy::requireLoginsPermitted);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(endpoint.proxy().map(HttpProxy::selector).orElse(HttpClient.Builder.NO_PROXY))
                .connectTimeout(limits.connectTimeout())
                .executor(executor)
                .sslContext(TrustManagers.sslContext(endpoint.trust(), endpoint.host()))
                .build();
    }

    /// Returns a request to this server, with the headers that all requests have.
    public HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(endpoint.uri(path))
                .header("User-Agent", userAgent)
                .header("Accept-Encoding", "gzip");
        endpoint.proxy()
                .flatMap(HttpProxy::authorization)
                .ifPresent(value -> request.header("Proxy-Authorization", value));
        return request;
    }

    /// Returns a budget for one piece of work, which may take several exchanges.
    ///
    /// @param heap the share of the heap from which the responses are charged
    public RequestBudget newBudget(Duration time, HeapShare heap) {
        return new RequestBudget(time, limits.maxResponseBytes(), heap);
    }

    /// Sends a request and waits for its response until the deadline. An interrupt ends the exchange.
    ///
    /// @param deadline the longest time of this exchange; the time is shorter if the budget has less time left
    public HttpResult exchange(HttpRequest request, RequestBudget requestBudget, Duration deadline)
            throws HttpException {
        return exchange(request, requestBudget, deadline, HttpsClient::awaitWithin);
    }

    /// Sends a request whose response must be received, such as one that creates a session. Once the request is
    /// sent, an interrupt does not end the exchange, but the interrupt status is set again afterwards. The
    /// exchange ends with its response, its deadline or [#close()].
    public HttpResult exchangeUninterruptibly(HttpRequest request, RequestBudget requestBudget, Duration deadline)
            throws HttpException {
        return exchange(request, requestBudget, deadline, HttpsClient::awaitUninterruptibly);
    }

    private HttpResult exchange(HttpRequest request, RequestBudget requestBudget, Duration atMost, Waiting waiting)
            throws HttpException {
        if (isClosed) {
            throw failure(Kind.CANCELED, "this client is closed");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw failure(Kind.CANCELED, "interrupted before it was sent");
        }
        if (endpoint.isIpv6() && endpoint.proxy().isPresent()) {
            throw failure(Kind.PROXY, "nothing sent: a server behind a proxy needs a host name or an IPv4 address");
        }
        Duration deadline = requestBudget.timeLeft(atMost);
        var body = new BoundedBodySubscriber(limits.maxResponseBytes(), requestBudget::charge);
        Future<HttpResponse<ByteChunks>> pending = send(request, body);
        try {
            HttpResponse<ByteChunks> response = waiting.await(deadline, pending);
            requireServerResponse(response);
            response.sslSession().ifPresent(this::reportCertificateExpiry);
            return new HttpResult(response.statusCode(), response.headers(), response.body(), requestBudget);
        } catch (TimeoutException e) {
            String problem = "no complete response within %s s".formatted(seconds(deadline));
            throw HttpException.of(endpoint.proxy(), Kind.TIMEOUT, problem, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw HttpException.of(endpoint.proxy(), Kind.CANCELED, "interrupted", e);
        } catch (ExecutionException e) {
            throw toException(e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            throw toException(e);
        } finally {
            body.cancelIfIncomplete(pending);
        }
    }

    /// A way to wait for a response.
    private interface Waiting {
        HttpResponse<ByteChunks> await(Duration deadline, Future<HttpResponse<ByteChunks>> pending)
                throws InterruptedException, ExecutionException, TimeoutException;
    }

    private HttpException failure(Kind kind, String problem) {
        return HttpException.of(endpoint.proxy(), kind, problem);
    }

    private void reportCertificateExpiry(SSLSession session) {
        try {
            if (session.getPeerCertificates()[0] instanceof X509Certificate certificate) {
                onCertificateExpiry.accept(certificate.getNotAfter().toInstant());
            }
        } catch (SSLPeerUnverifiedException _) {
            // A session without a certificate has no expiry time to report.
        }
    }

    /// Checks that the server sent the response. A response without TLS comes from the proxy, and has no body.
    private void requireServerResponse(HttpResponse<?> response) throws HttpException {
        if (response.sslSession().isEmpty()) {
            throw ProxyConnectFailure.explain(endpoint.proxy(), response.statusCode(), response.headers());
        }
    }

    private static <T> T awaitWithin(Duration deadline, Future<T> pending)
            throws InterruptedException, ExecutionException, TimeoutException {
        return pending.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Waits for the result despite interrupts, and then sets the interrupt status again for the next call.
    private static <T> T awaitUninterruptibly(Duration deadline, Future<T> pending)
            throws ExecutionException, TimeoutException {
        long end = System.nanoTime() + deadline.toNanos();
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return awaitWithin(Duration.ofNanos(end - System.nanoTime()), pending);
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
            return client.sendAsync(request, _ -> body.onResponseStarted());
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw toException(e);
        }
    }

    private HttpException toException(Throwable cause) {
        IoFailures.find(cause, UntrustedServerException.class)
                .ifPresent(untrusted -> onCertificateExpiry.accept(untrusted.expiresAt()));
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
            var _ = client.awaitTermination(CLOSE_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        executor.shutdownNow();
    }
}
