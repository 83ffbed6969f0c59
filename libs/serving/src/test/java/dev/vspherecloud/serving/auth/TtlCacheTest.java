package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TtlCacheTest {
    private final ManualNanos time = new ManualNanos();
    private final AtomicInteger asked = new AtomicInteger();
    private final TtlCache<String, String> answers =
            new TtlCache<>(2, answer -> Duration.ofSeconds(answer.length()), time);

    @Test
    void anAnswerCountsForAsLongAsItIsWorth() throws InterruptedException {
        assertThat(ask("q", "abc")).isEqualTo("abc");
        time.pass(Duration.ofSeconds(2));
        assertThat(ask("q", "other")).isEqualTo("abc");
        time.pass(Duration.ofSeconds(1));
        assertThat(ask("q", "other")).isEqualTo("other");
    }

    @Test
    void onlySoManyAreRememberedAndTheOldestGoesFirst() throws InterruptedException {
        ask("1", "a");
        ask("2", "b");
        ask("3", "c");

        assertThat(ask("2", "new")).isEqualTo("b");
        assertThat(ask("3", "new")).isEqualTo("c");
        assertThat(ask("1", "new")).isEqualTo("new");
    }

    @Test
    void whoAsksTheSameAtOnceWaitsForOneAnswer() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        try (var visitors = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(visitors.submit(() -> answers.get("q", counted(() -> {
                    mayAnswer.await();
                    return "yes";
                }))));
            }
            mayAnswer.countDown();

            for (Future<String> each : all) {
                assertThat(each.get()).isEqualTo("yes");
            }
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void whenWhoAsksIsCutOffAnotherAsks() throws Exception {
        var isAsking = new CountDownLatch(1);
        try (var visitors = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = visitors.submit(() -> answers.get("q", counted(() -> {
                isAsking.countDown();
                new CountDownLatch(1).await();
                return "never";
            })));
            isAsking.await();
            Future<String> second = visitors.submit(() -> answers.get("q", counted(() -> "yes")));
            first.cancel(true);

            assertThat(second.get()).isEqualTo("yes");
        }
        assertThat(asked).hasValue(2);
    }

    @Test
    void aBugIsNotRemembered() throws InterruptedException {
        assertThatThrownBy(() -> answers.get("q", () -> {
                    throw new IllegalArgumentException("a bug");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(ask("q", "a")).isEqualTo("a");
    }

    private String ask(String question, String answer) throws InterruptedException {
        return answers.get(question, () -> answer);
    }

    private Callable<String> counted(Callable<String> asking) {
        return () -> {
            asked.incrementAndGet();
            return asking.call();
        };
    }
}
