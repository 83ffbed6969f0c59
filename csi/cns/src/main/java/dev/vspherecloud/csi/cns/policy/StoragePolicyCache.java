package dev.vspherecloud.csi.cns.policy;

import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The storage policies of one vCenter, as they were a short while ago.
///
/// A policy that was found is valid for five minutes. Every other answer is valid for five seconds, so that a policy
/// is found soon after it was created, and a wrong name does not cost a call for each retry of each claim. A failed
/// read is not kept.
///
/// Threads: any. At most one thread reads at a time; the others wait for it. The monitor of this object guards all
/// fields, and no thread holds it while it reads.
public final class StoragePolicyCache {
    private static final Duration LIFETIME = Duration.ofMinutes(5);
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final LongSupplier nanoTime;

    private Optional<Answer> latest = Optional.empty();
    private boolean isReading;
    private long reads;
    private Optional<VcenterException> failure = Optional.empty();

    /// The last answer.
    ///
    /// @param time  when it was complete, in nanoseconds of the monotonic clock
    /// @param found how long a policy that was found is valid
    private record Answer(StoragePolicyList list, long time, Duration found) {
        Optional<StoragePolicyResult> find(String name, long now) {
            StoragePolicyResult result = list.find(name);
            Duration lifetime = result instanceof StoragePolicyResult.Found ? found : RETRY;
            return now - time < lifetime.toNanos() ? Optional.of(result) : Optional.empty();
        }
    }

    /// Creates an empty cache.
    ///
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    public StoragePolicyCache(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// Finds a policy by its name, and reads the policies if the last answer is too old.
    ///
    /// @param read reads the policies, for example [StoragePolicyClient#read] in the present session; is called at
    ///     most once
    /// @throws VcenterException if the read failed, also if another thread read
    /// @throws InterruptedException if this thread was interrupted while it waited for another one
    public StoragePolicyResult find(String name, Supplier<StoragePolicyList> read) throws InterruptedException {
        Optional<StoragePolicyResult> known = awaitKnown(name);
        return known.isPresent() ? known.get() : readNow(read).find(name);
    }

    /// Shortens the life of the policies that were found, after vCenter refused the id of one of them. It may have
    /// been deleted, and created again.
    public synchronized void expire() {
        latest = latest.map(answer -> new Answer(answer.list(), answer.time(), RETRY));
    }

    /// Returns the result from the last answer; empty if this thread has to read. Then it is the only one.
    private synchronized Optional<StoragePolicyResult> awaitKnown(String name) throws InterruptedException {
        while (true) {
            long now = nanoTime.getAsLong();
            Optional<StoragePolicyResult> known = latest.flatMap(answer -> answer.find(name, now));
            if (known.isPresent()) {
                return known;
            }
            if (!isReading) {
                isReading = true;
                return Optional.empty();
            }
            awaitRead();
        }
    }

    /// Waits until the present read has ended. If it failed, this thread fails, too; if the thread that read was
    /// interrupted, this thread goes on.
    private synchronized void awaitRead() throws InterruptedException {
        long awaited = reads;
        while (reads == awaited) {
            wait();
        }
        if (failure.isPresent() && failure.get().kind() != Kind.CANCELED) {
            throw failure.get();
        }
    }

    private StoragePolicyList readNow(Supplier<StoragePolicyList> read) {
        Optional<Answer> answer = Optional.empty();
        Optional<VcenterException> failed = Optional.empty();
        try {
            StoragePolicyList list = read.get();
            answer = Optional.of(new Answer(list, nanoTime.getAsLong(), LIFETIME));
            return list;
        } catch (VcenterException e) {
            failed = Optional.of(e);
            throw e;
        } finally {
            endRead(answer, failed);
        }
    }

    private synchronized void endRead(Optional<Answer> answer, Optional<VcenterException> failed) {
        isReading = false;
        reads++;
        failure = failed;
        latest = answer.or(() -> latest);
        notifyAll();
    }
}
