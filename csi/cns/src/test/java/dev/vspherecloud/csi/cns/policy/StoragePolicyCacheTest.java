package dev.vspherecloud.csi.cns.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class StoragePolicyCacheTest {
    private static final StoragePolicyResult GOLD = new StoragePolicyResult.Found("p-1");

    private final AtomicInteger reads = new AtomicInteger();
    private long now = Long.MAX_VALUE - 1_000;
    private final StoragePolicyCache cache = new StoragePolicyCache(() -> now);
    private StoragePolicyList answer = list(new StoragePolicy("p-1", "gold"));

    private static StoragePolicyList list(StoragePolicy... policies) {
        return new StoragePolicyList.Complete(List.of(policies));
    }

    private StoragePolicyResult find(String name) throws InterruptedException {
        return cache.find(name, () -> {
            reads.incrementAndGet();
            return answer;
        });
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void aThousandClaimsOfOneStorageClassCostOneRead() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            assertThat(find("gold")).isEqualTo(GOLD);
            pass(Duration.ofMillis(200));
        }

        assertThat(reads).hasValue(1);
    }

    @Test
    void aFoundPolicyIsReadAgainAfterFiveMinutes() throws InterruptedException {
        assertThat(find("gold")).isEqualTo(GOLD);
        answer = list(new StoragePolicy("p-2", "gold"));

        pass(Duration.ofMinutes(5).minusNanos(1));
        assertThat(find("gold")).isEqualTo(GOLD);

        pass(Duration.ofNanos(1));
        assertThat(find("gold")).isEqualTo(new StoragePolicyResult.Found("p-2"));
        assertThat(reads).hasValue(2);
    }

    @Test
    void anUnknownNameIsReadAgainAfterFiveSeconds() throws InterruptedException {
        assertThat(find("silver")).isInstanceOf(StoragePolicyResult.Unknown.class);
        answer = list(new StoragePolicy("p-1", "gold"), new StoragePolicy("p-2", "silver"));

        pass(Duration.ofSeconds(5).minusNanos(1));
        assertThat(find("silver")).isInstanceOf(StoragePolicyResult.Unknown.class);
        assertThat(find("bronze")).isInstanceOf(StoragePolicyResult.Unknown.class);
        assertThat(find("gold")).isEqualTo(GOLD);
        assertThat(reads).hasValue(1);

        pass(Duration.ofNanos(1));
        assertThat(find("silver")).isEqualTo(new StoragePolicyResult.Found("p-2"));
        assertThat(reads).hasValue(2);
    }

    @Test
    void aMissingPrivilegeAndAnUnreadableAnswerAreKeptForFiveSeconds() throws InterruptedException {
        for (StoragePolicyList each : List.of(
                new StoragePolicyList.Forbidden("no permission"),
                new StoragePolicyList.Incomplete(List.of(), "no manager"))) {
            answer = each;
            reads.set(0);
            for (int second = 0; second < 10; second++) {
                assertThat(find("bronze")).isEqualTo(each.find("bronze"));
                pass(Duration.ofSeconds(1));
            }
            assertThat(reads).hasValue(2);
        }
    }

    @Test
    void anExpiredPolicyIsReadAgainButNotAtOnce() throws InterruptedException {
        assertThat(find("gold")).isEqualTo(GOLD);
        answer = list(new StoragePolicy("p-2", "gold"));

        cache.expire();
        assertThat(find("gold")).isEqualTo(GOLD);

        pass(Duration.ofSeconds(5));
        assertThat(find("gold")).isEqualTo(new StoragePolicyResult.Found("p-2"));
        pass(Duration.ofMinutes(1));
        assertThat(find("gold")).isEqualTo(new StoragePolicyResult.Found("p-2"));
        assertThat(reads).hasValue(2);
    }

    @Test
    void aFailedReadIsNotKept() throws InterruptedException {
        assertThatExceptionOfType(VcenterException.class)
                .isThrownBy(() -> cache.find("gold", fail(Kind.UNREACHABLE)))
                .returns(Kind.UNREACHABLE, VcenterException::kind);

        assertThat(find("gold")).isEqualTo(GOLD);
        pass(Duration.ofMinutes(5));
        assertThatExceptionOfType(VcenterException.class).isThrownBy(() -> cache.find("gold", fail(Kind.TIMEOUT)));
        assertThat(find("gold")).isEqualTo(GOLD);
    }

    private static Supplier<StoragePolicyList> fail(Kind kind) {
        return () -> {
            throw new VcenterException(kind, "vc-a", "test");
        };
    }

    /// A bug in the function that reads must not stop all later callers.
    @Test
    void anUnexpectedFailureDoesNotBlockTheCache() throws InterruptedException {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> cache.find("gold", () -> {
                    throw new IllegalStateException("bug");
                }));

        assertThat(find("gold")).isEqualTo(GOLD);
    }

    @Test
    void callersAtTheSameTimeShareOneRead() throws Exception {
        var release = new CountDownLatch(1);
        List<FutureTask<StoragePolicyResult>> calls = startCalls(20, release, () -> answer);
        release.countDown();

        for (FutureTask<StoragePolicyResult> call : calls) {
            assertThat(call.get()).isEqualTo(GOLD);
        }
        assertThat(reads).hasValue(1);
    }

    @Test
    void callersAtTheSameTimeShareOneFailure() throws Exception {
        var release = new CountDownLatch(1);
        List<FutureTask<StoragePolicyResult>> calls = startCalls(20, release, fail(Kind.TIMEOUT));
        release.countDown();

        for (FutureTask<StoragePolicyResult> call : calls) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(call::get)
                    .withCauseInstanceOf(VcenterException.class);
        }
        assertThat(reads).hasValue(1);
    }

    /// The first call is interrupted, for example because its client left. The others must get an answer.
    @Test
    void anInterruptedReadEndsOnlyItsOwnCall() throws Exception {
        var release = new CountDownLatch(1);
        Supplier<StoragePolicyList> firstFails = () -> {
            if (reads.get() == 1) {
                throw new VcenterException(Kind.CANCELED, "vc-a", "test");
            }
            return answer;
        };
        List<FutureTask<StoragePolicyResult>> calls = startCalls(20, release, firstFails);
        release.countDown();

        assertThatExceptionOfType(ExecutionException.class).isThrownBy(calls.getFirst()::get);
        for (FutureTask<StoragePolicyResult> call : calls.subList(1, calls.size())) {
            assertThat(call.get()).isEqualTo(GOLD);
        }
        assertThat(reads).hasValue(2);
    }

    @Test
    void aWaitingCallerCanBeInterrupted() throws Exception {
        var release = new CountDownLatch(1);
        startCalls(1, release, () -> answer);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> find("gold"));

        release.countDown();
    }

    /// Starts calls of which the first one reads, and returns when all others wait for it.
    private List<FutureTask<StoragePolicyResult>> startCalls(
            int count, CountDownLatch release, Supplier<StoragePolicyList> read) throws InterruptedException {
        var reading = new CountDownLatch(1);
        Supplier<StoragePolicyList> slow = () -> {
            reads.incrementAndGet();
            reading.countDown();
            awaitQuietly(release);
            return read.get();
        };
        var calls = new ArrayList<FutureTask<StoragePolicyResult>>();
        for (int i = 0; i < count; i++) {
            var call = new FutureTask<>(() -> cache.find("gold", slow));
            calls.add(call);
            Thread thread = Thread.ofPlatform().daemon().start(call);
            reading.await();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        return calls;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
