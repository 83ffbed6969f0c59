package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Causes;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.ServerTrust;
import dev.vspherecloud.http.UntrustedServerException;
import dev.vspherecloud.json.MalformedJsonException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// HTTP with one vCenter: bounded in time and size, interruptible, and every failure a [VcenterException].
///
/// A login alone is not interruptible once it is sent: only its answer tells which session has to be ended. It is over
/// with its answer, its deadline or [#close()].
///
/// HTTP/1.1 only: over HTTP/2 the JDK's client fails calls past the server's limit of streams, and vCenter gains
/// nothing by it. Redirects are not followed, cookies are not kept, and there is no proxy but the endpoint's.
///
/// A proxy and an IPv6 address do not go together: for a tunnel, Java's client takes the brackets for a part of the
/// host name (seen in 25.0.3), and fails before it sends anything.
///
/// Threads: safe for all. It owns the HTTP client's threads; [#close()] ends whatever is in flight.
final class HttpLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpLink.class);

    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final VcenterEndpoint endpoint;
    private final Limits limits;
    private final String userAgent;
    private final VcenterObserver observer;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;
    private volatile boolean isClosed;

    /// Limits of one exchange.
    ///
    /// @param answerBytes the largest answer, on the wire and unpacked
    record Limits(Duration connect, long answerBytes) {}

    HttpLink(VcenterEndpoint endpoint, Limits limits, String userAgent, VcenterObserver observer) {
        this(endpoint, limits, userAgent, observer, threads -> client(endpoint, limits, threads));
    }

    /// @param client gets the threads that it may use
    HttpLink(
            VcenterEndpoint endpoint,
            Limits limits,
            String userAgent,
            VcenterObserver observer,
            Function<ExecutorService, HttpClient> client) {
        this.endpoint = endpoint;
        this.limits = limits;
        this.userAgent = userAgent;
        this.observer = observer;
        this.client = client.apply(threads);
    }

    private static HttpClient client(VcenterEndpoint endpoint, Limits limits, ExecutorService threads) {
        endpoint.proxy().ifPresent(HttpProxy::requirePermission);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(endpoint.proxy().map(HttpProxy::selector).orElse(HttpClient.Builder.NO_PROXY))
                .connectTimeout(limits.connect())
                .executor(threads)
                .sslContext(ServerTrust.context(endpoint.trust(), endpoint.host()))
                .build();
    }

    VcenterEndpoint endpoint() {
        return endpoint;
    }

    /// A request to this server, with the headers that all of them have.
    HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(endpoint.uri(path))
                .header("User-Agent", userAgent)
                .header("Accept-Encoding", "gzip");
        endpoint.proxy()
                .flatMap(HttpProxy::authorization)
                .ifPresent(value -> request.header("Proxy-Authorization", value));
        return request;
    }

    /// An allowance for one answer, which may take several exchanges.
    Allowance allow(Duration time) {
        return new Allowance(time, limits.answerBytes());
    }

    /// Sends a request and reads its answer, all within the deadline.
    ///
    /// @param deadline of this exchange, if the allowance has more time left
    <T> T exchange(
            Attempt attempt, HttpRequest request, Allowance allowance, Duration deadline, Function<Answer, T> reader) {
        long start = System.nanoTime();
        Optional<Kind> failure = Optional.empty();
        try {
            Answer answer = receive(attempt, request, allowance, allowance.timeLeft(deadline));
            return read(attempt, answer, reader);
        } catch (VcenterException e) {
            failure = Optional.of(e.kind());
            throw e;
        } finally {
            var took = Duration.ofNanos(System.nanoTime() - start);
            observer.called(attempt.method(), took, failure);
            LOG.atTrace()
                    .addKeyValue("vcenter", endpoint.name())
                    .addKeyValue("method", attempt.method())
                    .addKeyValue("outcome", failure.map(Kind::toString).orElse("answered"))
                    .addKeyValue("millis", took.toMillis())
                    .log("Called");
        }
    }

    private Answer receive(Attempt attempt, HttpRequest request, Allowance allowance, Duration deadline) {
        if (isClosed) {
            throw attempt.failed(Kind.CANCELED, "this client is closed");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw attempt.failed(Kind.CANCELED, "interrupted before it was sent");
        }
        if (endpoint.isIpv6() && endpoint.proxy().isPresent()) {
            throw attempt.failed(Kind.PROXY, "nothing sent: through a proxy only names and IPv4 addresses work");
        }
        Future<HttpResponse<Blocks>> pending = send(attempt, request);
        try {
            HttpResponse<Blocks> response =
                    attempt.makesSession() ? uninterruptibly(deadline, pending) : within(deadline, pending);
            requireServer(attempt, response);
            response.sslSession().ifPresent(this::observe);
            return new Answer(response.statusCode(), response.headers(), response.body(), allowance);
        } catch (TimeoutException e) {
            String problem = "no complete answer within %s s".formatted(seconds(deadline));
            throw attempt.failed(Kind.TIMEOUT, problem, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw attempt.failed(Kind.CANCELED, "interrupted", e);
        } catch (ExecutionException e) {
            throw broken(attempt, e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            throw broken(attempt, e);
        } finally {
            pending.cancel(true);
        }
    }

    private void observe(SSLSession session) {
        try {
            if (session.getPeerCertificates()[0] instanceof X509Certificate shown) {
                observer.showedCertificate(shown.getNotAfter().toInstant());
            }
        } catch (SSLPeerUnverifiedException _) {
            // A session without a certificate has no end to tell of.
        }
    }

    /// What came without TLS is of the proxy, and has no body.
    private static void requireServer(Attempt attempt, HttpResponse<?> response) {
        if (response.sslSession().isEmpty()) {
            throw RefusedTunnel.explain(attempt, response.statusCode(), response.headers());
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

    private Future<HttpResponse<Blocks>> send(Attempt attempt, HttpRequest request) {
        try {
            return client.sendAsync(request, _ -> new AnswerBody(limits.answerBytes()));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw broken(attempt, e);
        }
    }

    private VcenterException broken(Attempt attempt, Throwable cause) {
        BrokenExchange.find(cause, UntrustedServerException.class)
                .ifPresent(untrusted -> observer.showedCertificate(untrusted.end()));
        return isClosed
                ? attempt.failed(Kind.CANCELED, "this client was closed", cause)
                : BrokenExchange.explain(attempt, cause);
    }

    private static <T> T read(Attempt attempt, Answer answer, Function<Answer, T> reader) {
        try {
            return reader.apply(answer);
        } catch (MalformedXmlException | MalformedJsonException e) {
            if (Causes.of(e).anyMatch(AnswerTooLargeException.class::isInstance)) {
                throw attempt.failed(Kind.TOO_LARGE, "the answer unpacks to more than allowed", e);
            }
            String problem = "the answer (%s) cannot be read: %s".formatted(answer.describe(), e.getMessage());
            throw attempt.failed(Kind.PROTOCOL, problem, e);
        }
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
