package dev.vspherecloud.csi.application.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.BatchAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JoinedQueriesTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);

    private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
    private long now;

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
                        Thread.yield();
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
}
