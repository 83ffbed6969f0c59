package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.serving.auth.AccessReviews;
import dev.vspherecloud.serving.auth.ReviewResult;
import dev.vspherecloud.serving.auth.TokenReviews;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Metrics of the reviews in which the API server decides which clients may use the HTTPS port of this process.
///
/// Rule from: apiserver, authentication/authenticatorfactory and authorization/authorizerfactory, metrics.go: the
/// label `code` is the status code of the response.
///
/// Threads: any.
public final class ReviewMetrics {
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

    public TokenReviews withMetrics(TokenReviews reviews) {
        return token -> withMetrics(() -> reviews.review(token), tokenReviews, tokenTimes);
    }

    public AccessReviews withMetrics(AccessReviews reviews) {
        return (user, verb, path) -> withMetrics(() -> reviews.review(user, verb, path), accessReviews, accessTimes);
    }

    private <A> ReviewResult<A> withMetrics(ReviewResult.Review<A> review, CounterSeries count, HistogramSeries times)
            throws InterruptedException {
        long start = nanoTime.getAsLong();
        ReviewResult<A> answer = review.review();
        String code =
                switch (answer) {
                    case ReviewResult.Answered<A> _ -> ANSWERED;
                    case ReviewResult.None<A>(var _, boolean missingRight) ->
                        missingRight ? NOT_ALLOWED : ApiMetrics.NO_ANSWER;
                    case ReviewResult.TooMany<A> _ -> ApiMetrics.NO_ANSWER;
                };
        count.increment(code);
        times.observe(Duration.ofNanos(nanoTime.getAsLong() - start), code);
        return answer;
    }
}
