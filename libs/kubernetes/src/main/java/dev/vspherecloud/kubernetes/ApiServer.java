package dev.vspherecloud.kubernetes;

import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends requests to the API server, each within a time budget.
///
/// If the server asks to retry later, the request is sent again as long as the budget lasts. Every other
/// failure goes to the caller, who has a queue and a backoff.
///
/// Threads: any number of callers; at most [#MAX_IN_FLIGHT] requests run at once, and further ones wait.
public final class ApiServer {
    /// The number of requests that run at once: fewer than the 100 streams that kube-apiserver allows on one
    /// HTTP/2 connection, and enough for the workers.
    private static final int MAX_IN_FLIGHT = 64;

    private static final int MAX_IN_FLIGHT_FOR_CLIENTS = 8;

    /// The time budget of a TokenReview, a SubjectAccessReview and the requests that belong to them.
    ///
    /// Rule from: apiserver, options.DelegatingAuthenticationOptions (TokenRequestTimeout) and
    /// options.DelegatingAuthorizationOptions (ClientTimeout).
    public static final Duration REVIEW_BUDGET = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);

    private static final Duration BUDGET = Duration.ofSeconds(30);
    private static final Duration DEADLINE = Duration.ofSeconds(15);
    private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(1);

    private final String url;
    private final String host;
    private final ApiTransport transport;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private final Semaphore inFlight;
    private final ApiObserver observer;

    /// Creates a client without an observer.
    ApiServer(String url, ApiTransport transport, LongSupplier nanoTime, Sleeper pause) {
        this(url, transport, nanoTime, pause, new Semaphore(MAX_IN_FLIGHT, true), ApiObserver.NONE);
    }

    private ApiServer(
            String url,
            ApiTransport transport,
            LongSupplier nanoTime,
            Sleeper pause,
            Semaphore inFlight,
            ApiObserver observer) {
        this.url = url;
        this.host = host(url);
        this.transport = transport;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.inFlight = inFlight;
        this.observer = observer;
    }

    /// Creates a client that reports every request to the observer.
    public static ApiServer withObserver(
            String url, ApiTransport transport, LongSupplier nanoTime, Sleeper pause, ApiObserver observer) {
        var observed = new ObservedTransport(transport, host(url), observer, nanoTime);
        return new ApiServer(url, observed, nanoTime, pause, new Semaphore(MAX_IN_FLIGHT, true), observer);
    }

    /// Returns host and port of a URL, for metrics.
    private static String host(String url) {
        return url.replaceFirst("^[a-z]+://", "").replaceFirst("/.*$", "");
    }

    /// Returns a client for the same server that sends writes only while this process may write. The check
    /// comes right before each sending, also after a wait in this process or a retry that the server asked for.
    /// A write that is not allowed ends in a [KubeException].
    public ApiServer withWriteFence(BooleanSupplier mayWrite) {
        return new ApiServer(url, transport.withWriteFence(mayWrite), nanoTime, pause, inFlight, observer);
    }

    /// Returns a client for the same server that sends requests no faster than this rate.
    public ApiServer rateLimitedBy(RequestRateLimit rateLimit) {
        var paced = new RateLimitedTransport(
                transport, rateLimit, nanoTime, pause, (call, wait) -> observer.onWaited(call.method(), host, wait));
        return new ApiServer(url, paced, nanoTime, pause, inFlight, observer);
    }

    /// Returns a client for the same server, for requests that are made because a client called this process's
    /// own HTTPS port. Only a few of them run at once. They do not use up the limit of the controllers'
    /// requests, however many clients there are.
    public ApiServer forServingClients() {
        return new ApiServer(url, transport, nanoTime, pause, new Semaphore(MAX_IN_FLIGHT_FOR_CLIENTS, true), observer);
    }

    /// Returns the URL of the API server, for messages.
    public String url() {
        return url;
    }

    public ApiAnswer call(ApiCall call) {
        return call(call, BUDGET);
    }

    /// Sends a request and returns the server's response, whatever its status. While the server asks for a
    /// retry, the request is sent again. Throws [KubeException] if there is no response within the budget.
    public ApiAnswer call(ApiCall call, Duration budget) {
        try {
            return callUntil(call, nanoTime.getAsLong() + budget.toNanos());
        } catch (InterruptedException e) {
            throw interrupted(call, e);
        }
    }

    /// Sends a request like [#call(ApiCall)], but throws [KubeException] if the status of the response is not
    /// 2xx.
    public ApiAnswer expect(ApiCall call) {
        ApiAnswer answer = call(call);
        if (!answer.isSuccess()) {
            throw failure(call, answer);
        }
        return answer;
    }

    public ApiStream open(ApiCall call) throws InterruptedException {
        return transport.open(call, DEADLINE);
    }

    /// Returns the exception for a response whose status is an error that the caller does not handle.
    public KubeException failure(ApiCall call, ApiAnswer answer) {
        return KubeException.ofRefusal(url, call, answer);
    }

    private ApiAnswer callUntil(ApiCall call, long end) throws InterruptedException {
        while (true) {
            ApiAnswer answer = sendOnce(call, timeLeft(end));
            if (!answer.isRetryable()) {
                return answer;
            }
            Duration wait = answer.retryAfter().filter(Duration::isPositive).orElse(DEFAULT_RETRY_AFTER);
            if (wait.compareTo(timeLeft(end)) >= 0) {
                throw failure(call, answer);
            }
            LOG.atDebug()
                    .addKeyValue("request", call)
                    .addKeyValue("wait", wait)
                    .addKeyValue("status", answer.status())
                    .log("Sending the request again after the wait that the API server asked for");
            pause.sleep(wait);
            observer.onRetried(call.method(), host, answer.status());
        }
    }

    private Duration timeLeft(long end) {
        return Duration.ofNanos(end - nanoTime.getAsLong());
    }

    private ApiAnswer sendOnce(ApiCall call, Duration left) throws InterruptedException {
        long begin = nanoTime.getAsLong();
        if (!left.isPositive() || !inFlight.tryAcquire(left.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new KubeException(
                    KubeException.Kind.TIMEOUT,
                    "%s to %s was not sent in time, because other requests were ahead of it".formatted(call, url));
        }
        try {
            observer.onWaited(call.method(), host, Duration.ofNanos(nanoTime.getAsLong() - begin));
            return logAnswer(call, transport.send(call, left.compareTo(DEADLINE) < 0 ? left : DEADLINE));
        } catch (KubeException e) {
            LOG.atTrace()
                    .addKeyValue("request", call)
                    .addKeyValue("failure", e.kind())
                    .log("Request failed");
            throw e;
        } finally {
            inFlight.release();
        }
    }

    private static ApiAnswer logAnswer(ApiCall call, ApiAnswer answer) {
        LOG.atTrace()
                .addKeyValue("request", call)
                .addKeyValue("status", answer.status())
                .log("Request answered");
        return answer;
    }

    private KubeException interrupted(ApiCall call, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new KubeException(
                KubeException.Kind.INTERRUPTED,
                "%s to %s was canceled, because this process is stopping".formatted(call, url),
                e);
    }

    /// Returns the wait that a `Retry-After` header requests; empty if the header is not a number of seconds.
    public static Optional<Duration> retryAfter(String header) {
        try {
            return Optional.of(Duration.ofSeconds(Math.max(0, Integer.parseInt(header.strip()))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
