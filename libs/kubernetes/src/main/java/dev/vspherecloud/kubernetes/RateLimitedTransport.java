package dev.vspherecloud.kubernetes;

import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Sends requests no faster than a rate limit allows. A request that comes too early waits; requests are sent
/// in order.
///
/// Retries count like any request, and a watch counts once. If the turn of a request would come after its
/// deadline, the request is not sent and uses no token.
///
/// Rule from: client-go, `util/flowcontrol` (a token bucket) and `rest/request.go`.
///
/// Threads: any number of callers. No lock is held while a request waits.
final class RateLimitedTransport implements ApiTransport {
    private final ApiTransport transport;
    private final Sleeper pause;
    private final BiConsumer<ApiCall, Duration> waited;
    private final Schedule schedule;

    /// Creates a transport with a rate limit of its own.
    ///
    /// @param waited called for each request that waited, with the wait
    RateLimitedTransport(
            ApiTransport transport,
            RequestRateLimit rateLimit,
            LongSupplier nanoTime,
            Sleeper pause,
            BiConsumer<ApiCall, Duration> waited) {
        this(transport, pause, waited, new Schedule(rateLimit, nanoTime));
    }

    private RateLimitedTransport(
            ApiTransport transport, Sleeper pause, BiConsumer<ApiCall, Duration> waited, Schedule schedule) {
        this.transport = transport;
        this.pause = pause;
        this.waited = waited;
        this.schedule = schedule;
    }

    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        return transport.send(call, deadline.minus(awaitTurn(call, deadline)));
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        return transport.open(call, deadline.minus(awaitTurn(call, deadline)));
    }

    /// Returns a transport that shares the rate limit of this one and sends writes only while this process may
    /// write. This is checked after the wait, since the leadership may be lost meanwhile.
    @Override
    public ApiTransport withWriteFence(BooleanSupplier mayWrite) {
        return new RateLimitedTransport(transport.withWriteFence(mayWrite), pause, waited, schedule);
    }

    private Duration awaitTurn(ApiCall call, Duration deadline) throws InterruptedException {
        Duration wait = schedule.reserve(call, deadline);
        if (wait.isPositive()) {
            pause.sleep(wait);
            waited.accept(call, wait);
        }
        return wait;
    }

    /// The token bucket that all transports with this rate limit share.
    private static final class Schedule {
        private final LongSupplier nanoTime;
        private final Duration interval;
        private final Duration maxBurst;
        /// The time of the next free turn. Turns that no request took are kept, up to a burst.
        private Duration next;

        Schedule(RequestRateLimit rateLimit, LongSupplier nanoTime) {
            this.nanoTime = nanoTime;
            this.interval = Duration.ofNanos(Math.max(1, Math.round(1e9 / rateLimit.perSecond())));
            this.maxBurst = interval.multipliedBy(rateLimit.burst());
            this.next = now().minus(maxBurst);
        }

        /// Reserves the next turn.
        ///
        /// @return the time to wait for that turn
        synchronized Duration reserve(ApiCall call, Duration deadline) {
            Duration now = now();
            Duration turn = max(next, now.minus(maxBurst)).plus(interval);
            Duration wait = max(turn.minus(now), Duration.ZERO);
            if (wait.compareTo(deadline) >= 0) {
                throw new KubeException(
                        KubeException.Kind.TIMEOUT,
                        "%s was not sent in time because of the rate limit; raise --kube-api-qps or --kube-api-burst"
                                .formatted(call));
            }
            next = turn;
            return wait;
        }

        private Duration now() {
            return Duration.ofNanos(nanoTime.getAsLong());
        }

        private static Duration max(Duration one, Duration other) {
            return one.compareTo(other) >= 0 ? one : other;
        }
    }
}
