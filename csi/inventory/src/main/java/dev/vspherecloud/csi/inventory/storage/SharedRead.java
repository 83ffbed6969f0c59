package dev.vspherecloud.csi.inventory.storage;

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
    private Optional<T> lastValue = Optional.empty();

    /// One read. It is in progress until its result is complete.
    private record Attempt<T>(long begun, CompletableFuture<Optional<T>> result) {
        boolean hasFailed() {
            return result.isDone() && result.resultNow().isEmpty();
        }
    }

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
            Optional<T> read = attempt.result().get(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
            return read.isPresent() ? read : last();
        } catch (TimeoutException | ExecutionException _) {
            return last();
        }
    }

    private boolean isTooOld(Attempt<T> attempt, Duration maxAge) {
        long age = nanoTime.getAsLong() - attempt.begun();
        return attempt.result().isDone() && age >= (attempt.hasFailed() ? RETRY : maxAge).toNanos();
    }

    private void read(Attempt<T> attempt, Call<T> call) throws InterruptedException {
        try {
            T value = call.read();
            synchronized (this) {
                lastValue = Optional.of(value);
            }
            attempt.result().complete(Optional.of(value));
        } catch (VcenterException | NoSessionException e) {
            log.atWarn()
                    .addKeyValue("subject", subject)
                    .addKeyValue("cause", e.getMessage())
                    .log("vCenter did not return what the placement of volumes needs; the last values stay");
        } finally {
            boolean _ = attempt.result().complete(Optional.empty());
        }
    }

    private synchronized Optional<T> last() {
        return lastValue;
    }
}
