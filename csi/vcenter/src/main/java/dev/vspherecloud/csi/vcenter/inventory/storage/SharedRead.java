package dev.vspherecloud.csi.vcenter.inventory.storage;

import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A value that is read from vCenter when it is too old, by one of the callers for all of them.
///
/// If a read fails, the last value stays, and the next read waits [#RETRY].
///
/// Threads: any. A read runs in the thread of one of its callers; the others wait for it.
public final class SharedRead<T> {
    /// The least time between two reads of which the first one failed.
    public static final Duration RETRY = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(SharedRead.class);

    private final String subject;
    private final LongSupplier nanoTime;
    private @Nullable Attempt<T> latest;
    private @Nullable Attempt<T> lastGood;

    /// One read. It is in progress until its result is complete.
    private record Attempt<T>(long begun, CompletableFuture<Result<T>> result) {
        boolean hasFailed() {
            return result.isDone() && result.resultNow().value().isEmpty();
        }
    }

    /// The end of a read.
    ///
    /// @param value   empty if the read failed
    /// @param failure why; empty if the thread that read was interrupted, or has a defect
    private record Result<T>(Optional<T> value, Optional<RuntimeException> failure) {}

    /// A call to vCenter.
    public interface Call<T> {
        T read() throws InterruptedException;
    }

    /// Creates an object without a value.
    ///
    /// @param subject what is read, for the log
    public SharedRead(String subject, LongSupplier nanoTime) {
        this.subject = subject;
        this.nanoTime = nanoTime;
    }

    /// Returns the value; empty if it was never read.
    ///
    /// @param maxAge the age at which the value is read again
    /// @param atMost how long to wait for the read of another caller
    /// @param call   reads the value; may throw what a call to vCenter throws
    public Optional<T> get(Duration maxAge, Duration atMost, Call<T> call) throws InterruptedException {
        Optional<Result<T>> result = result(maxAge, atMost, call);
        return result.isPresent() && result.get().value().isPresent()
                ? result.get().value()
                : last();
    }

    /// Returns the value, if it is not older than its maximum age.
    ///
    /// @param maxAge the age at which the value is read again
    /// @param atMost how long to wait for the read of another caller
    /// @param call   reads the value
    /// @throws RuntimeException what the read threw, also if another caller read within [#RETRY]
    public T require(Duration maxAge, Duration atMost, Call<T> call) throws InterruptedException {
        Optional<T> young = young(maxAge);
        if (young.isPresent()) {
            return young.get();
        }
        Optional<Result<T>> result = result(maxAge, atMost, call);
        Optional<T> value = result.flatMap(Result::value);
        if (value.isPresent()) {
            return value.get();
        }
        throw result.flatMap(Result::failure)
                .orElseGet(() -> new VcenterException(
                        VcenterException.Kind.TIMEOUT, "", "vCenter did not return the %s in time".formatted(subject)));
    }

    private synchronized Optional<T> young(Duration maxAge) {
        return lastGood == null || isOlder(lastGood, maxAge) ? Optional.empty() : last();
    }

    private boolean isOlder(Attempt<T> attempt, Duration age) {
        return nanoTime.getAsLong() - attempt.begun() >= age.toNanos();
    }

    /// Returns the end of the latest read; empty if it did not end in time.
    private Optional<Result<T>> result(Duration maxAge, Duration atMost, Call<T> call) throws InterruptedException {
        Attempt<T> attempt;
        boolean isMine;
        synchronized (this) {
            Attempt<T> current = latest;
            isMine = current == null || isTooOld(current, maxAge);
            attempt = current == null || isMine
                    ? new Attempt<>(nanoTime.getAsLong(), new CompletableFuture<>())
                    : current;
            latest = attempt;
        }
        if (isMine) {
            read(attempt, call);
        }
        try {
            return Optional.of(attempt.result().get(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | ExecutionException _) {
            return Optional.empty();
        }
    }

    private boolean isTooOld(Attempt<T> attempt, Duration maxAge) {
        return attempt.result().isDone() && isOlder(attempt, attempt.hasFailed() ? RETRY : maxAge);
    }

    private void read(Attempt<T> attempt, Call<T> call) throws InterruptedException {
        try {
            T value = call.read();
            synchronized (this) {
                boolean _ = attempt.result().complete(new Result<>(Optional.of(value), Optional.empty()));
                lastGood = attempt;
            }
        } catch (VcenterException | NoSessionException e) {
            log.atWarn()
                    .addKeyValue("subject", subject)
                    .addKeyValue("cause", e.getMessage())
                    .log("vCenter did not return what the placement of volumes needs; the last values stay");
            boolean _ = attempt.result().complete(new Result<>(Optional.empty(), Optional.of(e)));
        } finally {
            boolean _ = attempt.result().complete(new Result<>(Optional.empty(), Optional.empty()));
        }
    }

    private synchronized Optional<T> last() {
        return lastGood == null
                ? Optional.empty()
                : lastGood.result().resultNow().value();
    }
}
