package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.policy.StoragePolicyList;
import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.csi.vcenter.inventory.storage.SharedRead;
import dev.vspherecloud.csi.vcenter.inventory.storage.SharedRead.Call;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The storage policies of one vCenter, as they were a short while ago.
///
/// A policy that was found is valid for five minutes, so that a StorageClass costs few calls. Every other answer, and a
/// failed read, is valid for five seconds. So a policy is found soon after it was created, and a wrong name or a silent
/// vCenter does not cost a call for each retry of each claim.
///
/// Threads: any. At most one thread reads at a time; the others wait for it, and share its failure.
final class StoragePolicyCache {
    private static final Duration LIFETIME = Duration.ofMinutes(5);

    private final LongSupplier nanoTime;
    private final SharedRead<StoragePolicyList> policies;

    /// When vCenter refused a policy for the last time, in nanoseconds of the clock.
    private volatile long refusedAt;

    /// Creates an empty cache.
    ///
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    StoragePolicyCache(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.policies = new SharedRead<>("storage policies", nanoTime);
        this.refusedAt = nanoTime.getAsLong() - LIFETIME.toNanos();
    }

    /// Finds a policy by its name, and reads the policies if the last answer is too old.
    ///
    /// @param atMost how long to wait for the read of another caller
    /// @param read   reads the policies; is called at most once, and has a deadline of its own
    /// @throws RuntimeException as the calls of a session do, if the read failed, also that of another caller
    StoragePolicyResult find(String name, Duration atMost, Call<StoragePolicyList> read) throws InterruptedException {
        long end = nanoTime.getAsLong() + atMost.toNanos();
        StoragePolicyResult known = policies.require(lifetime(), atMost, read).find(name);
        return known instanceof StoragePolicyResult.Found
                ? known
                : policies.require(SharedRead.RETRY, Duration.ofNanos(end - nanoTime.getAsLong()), read)
                        .find(name);
    }

    /// Lets the next caller read the policies again, after vCenter refused the id of one of them. It may have been
    /// deleted, and created again.
    void expire() {
        refusedAt = nanoTime.getAsLong();
    }

    /// Answers from before the last refusal are too old. But a policy that is refused again and again does not cost a
    /// read for each create.
    private Duration lifetime() {
        Duration since = Duration.ofNanos(nanoTime.getAsLong() - refusedAt);
        Duration young = since.compareTo(LIFETIME) < 0 ? since : LIFETIME;
        return young.compareTo(SharedRead.RETRY) < 0 ? SharedRead.RETRY : young;
    }
}
