package dev.vspherecloud.ccm.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metric;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.serving.auth.AccessReviews;
import dev.vspherecloud.serving.auth.TokenReviews;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Questions to the API server about who may see our port.
///
/// Rule from: apiserver, authentication/authenticatorfactory and authorization/authorizerfactory, metrics.go: the code
/// is that of the answer.
///
/// Threads: any.
public final class ReviewMetrics implements ReviewObservers {
    private static final String ANSWERED = "201";
    private static final String NOT_ALLOWED = "403";

    private final LongSupplier nanoTime;
    private final CounterSeries tokenReviews;
    private final HistogramSeries tokenTimes;
    private final CounterSeries accessReviews;
    private final HistogramSeries accessTimes;

    ReviewMetrics(Metrics metrics, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        tokenReviews = metrics.counter(Metric.AUTHN_REQUESTS);
        tokenTimes = metrics.histogram(Metric.AUTHN_DURATION);
        accessReviews = metrics.counter(Metric.AUTHZ_REQUESTS);
        accessTimes = metrics.histogram(Metric.AUTHZ_DURATION);
    }

    @Override
    public TokenReviews counted(TokenReviews reviews) {
        return token -> {
            long start = nanoTime.getAsLong();
            TokenReviews.Verdict verdict = reviews.review(token);
            String code = code(verdict);
            tokenReviews.increment(code);
            tokenTimes.observe(since(start), code);
            return verdict;
        };
    }

    private static String code(TokenReviews.Verdict verdict) {
        return switch (verdict) {
            case TokenReviews.Verdict.Known _, TokenReviews.Verdict.Unknown _ -> ANSWERED;
            case TokenReviews.Verdict.NoAnswer(String _, boolean missingRight) -> code(missingRight);
        };
    }

    @Override
    public AccessReviews counted(AccessReviews reviews) {
        return (user, verb, path) -> {
            long start = nanoTime.getAsLong();
            AccessReviews.Verdict verdict = reviews.review(user, verb, path);
            String code = code(verdict);
            accessReviews.increment(code);
            accessTimes.observe(since(start), code);
            return verdict;
        };
    }

    private static String code(AccessReviews.Verdict verdict) {
        return switch (verdict) {
            case AccessReviews.Verdict.Allowed _, AccessReviews.Verdict.Denied _ -> ANSWERED;
            case AccessReviews.Verdict.NoAnswer(String _, boolean missingRight) -> code(missingRight);
        };
    }

    private static String code(boolean missingRight) {
        return missingRight ? NOT_ALLOWED : ApiMetrics.NO_ANSWER;
    }

    private Duration since(long start) {
        return Duration.ofNanos(nanoTime.getAsLong() - start);
    }
}
