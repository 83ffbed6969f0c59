package dev.vspherecloud.csi.application.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JoinedQueriesTest {
    private static final Duration GATHER = Duration.ofMillis(100);

    private final AtomicLong now = new AtomicLong();
    private final List<Duration> budgets = new ArrayList<>();

    private JoinedQueries<String, Set<String>> queries(JoinedQueries.Query<String, Set<String>> query) {
        return new JoinedQueries<>(
                (keys, atMost) -> {
                    budgets.add(atMost);
                    return query.read(keys, atMost);
                },
                10,
                Set.of("unanswered"),
                () -> GATHER,
                now::get,
                time -> now.addAndGet(time.toNanos()));
    }

    @Test
    void theQueryHasTheTimeThatIsLeftAfterGathering() throws InterruptedException {
        assertThat(queries((keys, _) -> keys).read("a", Duration.ofSeconds(2))).containsExactly("a");
        assertThat(queries((keys, _) -> keys).read("a", Duration.ofMillis(40))).containsExactly("a");

        assertThat(budgets).containsExactly(Duration.ofSeconds(2).minus(GATHER), Duration.ZERO);
    }

    @Test
    void aFailureOfTheQueryReachesItsCaller() {
        assertThatExceptionOfType(VcenterException.class).isThrownBy(() -> queries((_, _) -> {
                    throw new VcenterException(Kind.TIMEOUT, "vc-a", "test");
                })
                .read("a", Duration.ofSeconds(2)));
    }

    /// The first caller has a moment, and the second one minutes: it must not fail because the first one does.
    @Test
    void aCallerWithMoreTimeAsksAgain() throws Exception {
        var isAsked = new CountDownLatch(1);
        var hasJoined = new CountDownLatch(1);
        JoinedQueries<String, Set<String>> joined = new JoinedQueries<>(
                (keys, atMost) -> {
                    if (keys.contains("short")) {
                        now.addAndGet(atMost.toNanos());
                        throw new VcenterException(Kind.TIMEOUT, "vc-a", "test");
                    }
                    return keys;
                },
                10,
                Set.of(),
                () -> GATHER,
                now::get,
                _ -> {
                    isAsked.countDown();
                    hasJoined.await();
                });
        var first = new FutureTask<>(() -> joined.read("short", Duration.ofSeconds(1)));
        Thread.ofVirtual().start(first);
        isAsked.await();
        var second = new FutureTask<>(() -> joined.read("long", Duration.ofMinutes(5)));
        Thread waiting = Thread.ofPlatform().daemon().start(second);
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        hasJoined.countDown();

        assertThat(second.get()).containsExactly("long");
        assertThat(first).failsWithin(Duration.ofSeconds(30));
    }
}
