package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.HeapShare;
import dev.vspherecloud.http.HeapShares;
import dev.vspherecloud.http.HttpException;
import dev.vspherecloud.http.HttpResult;
import dev.vspherecloud.http.HttpsClient;
import dev.vspherecloud.http.RequestBudget;
import dev.vspherecloud.http.ResponseTooLargeException;
import dev.vspherecloud.http.SentCredentials;
import dev.vspherecloud.json.MalformedJsonException;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An HTTP client for one vCenter: converts every failure of an [HttpsClient] to a [VcenterException], and
/// reports every exchange to the observer. Only this class maps failures of HTTP to those of a vCenter, and it
/// hides in each what the client has sent of credentials.
///
/// Every exchange can be interrupted except a login that was sent: its response is needed to know which session
/// has to be ended.
///
/// Threads: safe for all.
final class VcenterHttpClient implements AutoCloseable {
    /// The part of the heap for the responses of all vCenters. The shipped program has a heap of 128 MiB; with
    /// 5,000 Nodes, 64 MiB of it are live (decision 7), and new objects need up to 16 MiB. The JVM has one heap, so
    /// there is one division of it for all clients.
    private static final HeapShares HEAP = new HeapShares(24 << 20);

    private static final Logger LOG = LoggerFactory.getLogger(VcenterHttpClient.class);

    private final VcenterEndpoint endpoint;
    private final VcenterObserver observer;
    private final HttpsClient httpsClient;
    private final HeapShare heap;
    private final SentCredentials sentCredentials = new SentCredentials("vmware-api-session-id");

    VcenterHttpClient(VcenterEndpoint endpoint, VcenterObserver observer, HttpsClient httpsClient) {
        this.endpoint = endpoint;
        this.observer = observer;
        this.httpsClient = httpsClient;
        this.heap = HEAP.open(endpoint.name());
    }

    static VcenterHttpClient open(
            VcenterEndpoint endpoint, HttpsClient.Limits limits, String userAgent, VcenterObserver observer) {
        var httpsClient = new HttpsClient(endpoint.httpEndpoint(), limits, userAgent, observer::onCertificate);
        return new VcenterHttpClient(endpoint, observer, httpsClient);
    }

    VcenterEndpoint endpoint() {
        return endpoint;
    }

    /// Creates a request to this server, with the headers that all requests have.
    HttpRequest.Builder request(String path) {
        return httpsClient.request(path);
    }

    /// Creates a budget for one response, which may take several exchanges. The caller closes it.
    RequestBudget newBudget(Duration time) {
        return httpsClient.newBudget(time, heap);
    }

    /// Sends a request and reads its response, all within the deadline.
    ///
    /// @param deadline the longest time of this exchange; the time is shorter if the budget has less time left
    <T> T exchange(
            CallContext context,
            HttpRequest request,
            RequestBudget requestBudget,
            Duration deadline,
            Function<HttpResult, T> reader) {
        long start = System.nanoTime();
        Optional<Kind> failure = Optional.empty();
        sentCredentials.add(request);
        context.secretToHide().map(Secret::reveal).ifPresent(sentCredentials::add);
        try {
            return read(context, send(context, request, requestBudget, deadline), reader);
        } catch (VcenterException e) {
            failure = Optional.of(e.kind());
            throw e.mapTexts(sentCredentials::redact);
        } finally {
            var duration = Duration.ofNanos(System.nanoTime() - start);
            observer.onCall(context.method(), duration, failure);
            LOG.atTrace()
                    .addKeyValue("vcenter", endpoint.name())
                    .addKeyValue("method", context.method())
                    .addKeyValue("outcome", failure.map(Kind::toString).orElse("answered"))
                    .addKeyValue("millis", duration.toMillis())
                    .log("Call to vCenter ended");
        }
    }

    private HttpResult send(CallContext context, HttpRequest request, RequestBudget requestBudget, Duration deadline) {
        try {
            return context.createsSession()
                    ? httpsClient.exchangeUninterruptibly(request, requestBudget, deadline)
                    : httpsClient.exchange(request, requestBudget, deadline);
        } catch (HttpException e) {
            throw toVcenterException(context, e);
        }
    }

    private static VcenterException toVcenterException(CallContext context, HttpException e) {
        if (e.tlsFailureReason().isPresent()) {
            return context.failed(e.tlsFailureReason().get(), e.problem(), e.getCause());
        }
        VcenterException failure = context.failed(toKind(e.kind()), e.problem(), e.getCause());
        return e.isBeforeConnection() ? failure.asNotSent() : failure;
    }

    private static Kind toKind(HttpException.Kind kind) {
        return switch (kind) {
            case UNREACHABLE -> Kind.UNREACHABLE;
            case TIMEOUT -> Kind.TIMEOUT;
            case TLS -> Kind.TLS;
            case PROXY -> Kind.PROXY;
            case CANCELED -> Kind.CANCELED;
            case TOO_LARGE -> Kind.TOO_LARGE;
            case PROTOCOL -> Kind.PROTOCOL;
        };
    }

    private static <T> T read(CallContext context, HttpResult response, Function<HttpResult, T> reader) {
        try (response) {
            return reader.apply(response);
        } catch (Vim25Answers.ObjectTooLargeException e) {
            String problem = "%s: %s".formatted(e.object(), ResponseTooLargeException.describe(e));
            throw context.failed(Kind.TOO_LARGE, problem, e).about(e.object());
        } catch (MalformedXmlException | MalformedJsonException e) {
            if (ResponseTooLargeException.isCauseOf(e)) {
                throw context.failed(Kind.TOO_LARGE, ResponseTooLargeException.describe(e), e);
            }
            String problem = "the response (%s) cannot be read: %s".formatted(response.describe(), e.getMessage());
            throw context.failed(Kind.PROTOCOL, problem, e);
        }
    }

    /// Ends all exchanges in flight; their callers get [CANCELED][Kind#CANCELED].
    @Override
    public void close() {
        httpsClient.close();
        heap.close();
    }
}
