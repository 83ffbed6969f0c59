package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class JoinedQueriesTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);

    private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
    private long now;

    private static final Duration GATHER = Duration.ofMillis(100);
    private final AtomicLong clock = new AtomicLong();
    private final List<Duration> budgets = new ArrayList<>();

    @Test
    void aKeyThatVcenterRefusesFailsNoOther() throws InterruptedException {
        Map<String, String> results = readTogether(30, this::refuseKey7);

        assertThat(results).hasSize(30).containsEntry("key-7", "refused");
        assertThat(results.values().stream().filter("found"::equals)).hasSize(29);
        assertThat(sizes).startsWith(30).hasSizeLessThanOrEqualTo(11);
    }

    @Test
    void queriesOfManyCallersAreOneCall() throws InterruptedException {
        Map<String, String> results = readTogether(30, (keys, _) -> each(keys));

        assertThat(results).hasSize(30).doesNotContainValue("unanswered");
        assertThat(sizes).containsExactly(30);
    }

    @Test
    void theTimeOfAllPartsIsThatOfOneQuery() throws InterruptedException {
        Map<String, String> results = readTogether(30, (keys, left) -> {
            assertThat(left).isLessThanOrEqualTo(BUDGET);
            now += BUDGET.dividedBy(2).toNanos();
            return new BatchAnswer.Refused<>("refused");
        });

        assertThat(results).hasSize(30).containsValue("unanswered");
        assertThat(sizes).hasSize(2);
    }

    private BatchAnswer<String, String> refuseKey7(List<String> keys, Duration atMost) {
        return keys.contains("key-7") ? new BatchAnswer.Refused<>("refused") : each(keys);
    }

    private static BatchAnswer<String, String> each(List<String> keys) {
        return new BatchAnswer.Each<>(keys.stream().collect(Collectors.toMap(key -> key, _ -> "found")));
    }

    /// Lets callers ask for a key each. The first one sends the query when all others wait for it.
    private Map<String, String> readTogether(int callers, JoinedQueries.Query<String, String> query)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        var results = new ConcurrentSkipListMap<String, String>();
        var begin = new CountDownLatch(1);
        var queries = new JoinedQueries<String, String>(
                (keys, atMost) -> {
                    sizes.add(keys.size());
                    return query.read(keys, atMost);
                },
                200,
                "unanswered",
                () -> now,
                () -> Duration.ZERO,
                _ -> {
                    while (threads.stream()
                                    .filter(thread -> thread.getState() == Thread.State.TIMED_WAITING)
                                    .count()
                            < callers - 1) {
                        Thread.onSpinWait();
                    }
                });
        for (int i = 0; i < callers; i++) {
            String key = "key-" + i;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    begin.await();
                    results.put(key, queries.read(key, BUDGET));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return results;
    }

    private JoinedQueries<String, String> alone(JoinedQueries.Query<String, String> query) {
        return new JoinedQueries<>(
                (keys, atMost) -> {
                    budgets.add(atMost);
                    return query.read(keys, atMost);
                },
                10,
                "unanswered",
                clock::get,
                () -> GATHER,
                time -> clock.addAndGet(time.toNanos()));
    }

    @Test
    void theQueryHasTheTimeThatIsLeftAfterGathering() throws InterruptedException {
        assertThat(alone((keys, _) -> each(keys)).read("a", Duration.ofSeconds(2)))
                .isEqualTo("found");
        assertThat(alone((keys, _) -> each(keys)).read("a", Duration.ofMillis(150)))
                .isEqualTo("found");

        assertThat(budgets).containsExactly(Duration.ofSeconds(2).minus(GATHER), Duration.ofMillis(50));
    }

    @Test
    void nothingIsAskedWhenTheTimeIsOver() throws InterruptedException {
        assertThat(alone((keys, _) -> each(keys)).read("a", Duration.ofMillis(40)))
                .isEqualTo("unanswered");
        assertThat(budgets).isEmpty();
    }

    @Test
    void aFailureOfTheQueryReachesItsCaller() {
        assertThatExceptionOfType(VcenterException.class).isThrownBy(() -> alone((_, _) -> {
                    throw new VcenterException(Kind.TIMEOUT, "vc-a", "test");
                })
                .read("a", Duration.ofSeconds(2)));
    }

    /// The first caller has a moment, and the second one minutes: it must not fail because the first one does.
    @Test
    void aCallerWithMoreTimeAsksAgain() throws Exception {
        var isAsked = new CountDownLatch(1);
        var hasJoined = new CountDownLatch(1);
        JoinedQueries<String, String> joined = new JoinedQueries<>(
                (keys, atMost) -> {
                    if (keys.contains("short")) {
                        clock.addAndGet(atMost.toNanos());
                        throw new VcenterException(Kind.TIMEOUT, "vc-a", "test");
                    }
                    return each(keys);
                },
                10,
                "unanswered",
                clock::get,
                () -> GATHER,
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

        assertThat(second.get()).isEqualTo("found");
        assertThat(first).failsWithin(Duration.ofMinutes(2));
    }
}
