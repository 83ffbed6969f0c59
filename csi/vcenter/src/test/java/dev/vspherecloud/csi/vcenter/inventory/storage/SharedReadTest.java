package dev.vspherecloud.csi.vcenter.inventory.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedReadTest {
    private static final Duration MAX_AGE = Duration.ofMinutes(1);
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    private final SharedRead<Integer> read = new SharedRead<>("numbers", now::get);

    @Test
    void aValueIsReadAgainAtItsMaximumAge() throws InterruptedException {
        assertThat(read.get(MAX_AGE, AT_MOST, calls::incrementAndGet)).contains(1);
        pass(MAX_AGE.minusNanos(1));
        assertThat(read.get(MAX_AGE, AT_MOST, calls::incrementAndGet)).contains(1);
        pass(Duration.ofNanos(1));
        assertThat(read.get(MAX_AGE, AT_MOST, calls::incrementAndGet)).contains(2);
    }

    @Test
    void theLastValueStaysWhenAReadFailsAndTheNextReadWaits() throws InterruptedException {
        assertThat(read.get(MAX_AGE, AT_MOST, calls::incrementAndGet)).contains(1);
        pass(MAX_AGE);
        assertThat(read.get(MAX_AGE, AT_MOST, this::fail)).contains(1);
        pass(SharedRead.RETRY.minusNanos(1));
        assertThat(read.get(MAX_AGE, AT_MOST, this::fail)).contains(1);
        assertThat(calls).as("the second call came too early").hasValue(2);
        pass(Duration.ofNanos(1));
        assertThat(read.get(MAX_AGE, AT_MOST, calls::incrementAndGet)).contains(3);
    }

    @Test
    void thereIsNoValueBeforeAReadSucceeds() throws InterruptedException {
        assertThat(read.get(MAX_AGE, AT_MOST, this::fail)).isEmpty();
    }

    @Test
    void anUnexpectedExceptionReachesItsCallerAndBlocksNobody() throws InterruptedException {
        assertThatIllegalStateException()
                .isThrownBy(() -> read.get(MAX_AGE, AT_MOST, () -> {
                    throw new IllegalStateException("defect");
                }));
        assertThat(read.get(MAX_AGE, AT_MOST, calls::incrementAndGet)).isEmpty();
        pass(SharedRead.RETRY);
        assertThat(read.get(MAX_AGE, AT_MOST, calls::incrementAndGet)).contains(1);
    }

    @Test
    void callersWhoComeDuringAReadShareItAndDoNotWaitForLongerThanTheyMay() throws Exception {
        var isReading = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> read.get(MAX_AGE, AT_MOST, () -> {
                isReading.countDown();
                mayEnd.await();
                return calls.incrementAndGet();
            }));
            isReading.await();
            assertThat(read.get(MAX_AGE, Duration.ZERO, calls::incrementAndGet)).isEmpty();
            var second = threads.submit(() -> read.get(MAX_AGE, AT_MOST, calls::incrementAndGet));
            mayEnd.countDown();

            assertThat(first.get()).contains(1);
            assertThat(second.get()).isEqualTo(Optional.of(1));
        }
    }

    private Integer fail() {
        calls.incrementAndGet();
        throw new VcenterException(VcenterException.Kind.TIMEOUT, "vc.example", "no answer");
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
