package dev.vspherecloud.serving.auth;

import dev.vspherecloud.reconcile.RateLimit;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/// Limits the reviews that clients without valid credentials can cause: how many requests wait for the API
/// server at the same time, and how often it is asked. Cached decisions do not count, so a scraper that was
/// reviewed before goes on while others are refused.
///
/// Threads: any.
final class ReviewLimit {
    /// The number of requests that wait at the same time: more than all scrapers of a cluster, and few enough that
    /// they take neither the memory nor the connections of the port while the API server hangs.
    static final int MAX_WAITING = 16;

    /// The number of reviews that may follow each other at once. A client with a new token causes two, and one
    /// more for each page.
    static final int BURST = 100;

    /// One more review is possible after each such time: 20 in a second.
    static final Duration PERIOD = Duration.ofMillis(50);

    private final LongSupplier nanoTime;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);
    private final RateLimit rate = new RateLimit(BURST, PERIOD);

    ReviewLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// Asks the cluster, unless too many do or did so shortly before.
    <A> ReviewResult<A> review(ReviewResult.Review<A> review) throws InterruptedException {
        if (!waiting.tryAcquire()) {
            return new ReviewResult.TooMany<>();
        }
        try {
            return rate.tryAcquire(nanoTime.getAsLong()) ? review.review() : new ReviewResult.TooMany<>();
        } finally {
            waiting.release();
        }
    }
}
