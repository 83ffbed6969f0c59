package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.kubernetes.ApiExchange;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.time.Duration;
import java.util.OptionalInt;

/// Metrics of the requests to the API server.
///
/// Threads: any.
public final class ApiMetrics implements ApiObserver {
    /// The value of the label `code` for a request without an answer.
    ///
    /// Rule from: client-go, rest/request.go.
    static final String NO_ANSWER = "<error>";

    private final CounterSeries requests;
    private final HistogramSeries durations;
    private final HistogramSeries sent;
    private final HistogramSeries received;
    private final HistogramSeries waits;
    private final CounterSeries retries;

    ApiMetrics(Metrics metrics) {
        requests = metrics.counter(Metric.REST_REQUESTS);
        durations = metrics.histogram(Metric.REST_DURATION);
        sent = metrics.histogram(Metric.REST_SENT);
        received = metrics.histogram(Metric.REST_RECEIVED);
        waits = metrics.histogram(Metric.REST_WAIT);
        retries = metrics.counter(Metric.REST_RETRIES);
    }

    @Override
    public void onExchanged(ApiExchange exchange) {
        String method = exchange.method();
        String host = exchange.host();
        requests.increment(code(exchange.status()), method, host);
        durations.observe(exchange.duration(), method, host);
        sent.observe((double) exchange.sentBytes(), method, host);
        exchange.receivedBytes().ifPresent(bytes -> received.observe((double) bytes, method, host));
    }

    private static String code(OptionalInt status) {
        return status.isEmpty() ? NO_ANSWER : String.valueOf(status.getAsInt());
    }

    @Override
    public void onWaited(String method, String host, Duration duration) {
        waits.observe(duration, method, host);
    }

    @Override
    public void onRetried(String method, String host, int status) {
        retries.increment(code(OptionalInt.of(status)), method, host);
    }
}
