package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.csi.cns.policy.StoragePolicy;
import dev.vspherecloud.csi.cns.policy.StoragePolicyList;
import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoragePolicyCacheTest {
    private static final Duration AT_MOST = Duration.ofSeconds(10);
    private static final StoragePolicyResult GOLD = new StoragePolicyResult.Found("p-1");

    private final AtomicInteger reads = new AtomicInteger();
    private long now = Long.MAX_VALUE - 1_000;
    private final StoragePolicyCache cache = new StoragePolicyCache(() -> now);
    private StoragePolicyList answer = list(new StoragePolicy("p-1", "gold"));

    private static StoragePolicyList list(StoragePolicy... policies) {
        return new StoragePolicyList.Complete(List.of(policies));
    }

    private StoragePolicyResult find(String name) throws InterruptedException {
        return cache.find(name, AT_MOST, () -> {
            reads.incrementAndGet();
            return answer;
        });
    }

    private Kind failure(String name, Kind kind) {
        try {
            StoragePolicyResult found = cache.find(name, AT_MOST, () -> {
                reads.incrementAndGet();
                throw new VcenterException(kind, "vc-a", "test");
            });
            throw new AssertionError("found " + found);
        } catch (VcenterException e) {
            return e.kind();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
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
            pass(Duration.ofSeconds(5));
            for (int second = 0; second < 10; second++) {
                assertThat(find("bronze")).isEqualTo(each.find("bronze"));
                pass(Duration.ofSeconds(1));
            }
            assertThat(reads).hasValue(2);
        }
    }

    /// While vCenter has no session, each read waits for one. So the next claim does not wait again.
    @Test
    void aFailedReadIsSharedForFiveSeconds() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            assertThat(failure("gold", Kind.UNREACHABLE)).isEqualTo(Kind.UNREACHABLE);
        }
        assertThat(reads).hasValue(1);

        pass(Duration.ofSeconds(5));
        assertThat(find("gold")).isEqualTo(GOLD);
    }

    @Test
    void aFoundPolicyStaysValidWhenALaterReadFails() throws InterruptedException {
        assertThat(find("gold")).isEqualTo(GOLD);
        pass(Duration.ofMinutes(1));
        assertThat(failure("silver", Kind.TIMEOUT)).isEqualTo(Kind.TIMEOUT);

        assertThat(find("gold")).isEqualTo(GOLD);

        pass(Duration.ofMinutes(4));
        assertThat(failure("gold", Kind.TIMEOUT)).isEqualTo(Kind.TIMEOUT);
    }

    /// A bug in the function that reads must not stop all later callers.
    @Test
    void anUnexpectedFailureDoesNotBlockTheCache() throws InterruptedException {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> cache.find("gold", AT_MOST, () -> {
                    throw new IllegalStateException("bug");
                }));

        pass(Duration.ofSeconds(5));
        assertThat(find("gold")).isEqualTo(GOLD);
    }
}
