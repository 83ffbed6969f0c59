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

class TtlCacheTest {
    private final ManualNanos time = new ManualNanos();
    private final AtomicInteger requested = new AtomicInteger();
    private final TtlCache<String, String> answers =
            new TtlCache<>(2, answer -> Duration.ofSeconds(answer.length()), time);

    @Test
    void anAnswerIsCachedForItsTtl() throws InterruptedException {
        assertThat(ask("q", "abc")).isEqualTo("abc");
        time.pass(Duration.ofSeconds(2));
        assertThat(ask("q", "other")).isEqualTo("abc");
        time.pass(Duration.ofSeconds(1));
        assertThat(ask("q", "other")).isEqualTo("other");
    }

    @Test
    void theOldestAnswerIsRemovedIfTheCacheIsFull() throws InterruptedException {
        ask("1", "a");
        ask("2", "b");
        ask("3", "c");

        assertThat(ask("2", "new")).isEqualTo("b");
        assertThat(ask("3", "new")).isEqualTo("c");
        assertThat(ask("1", "new")).isEqualTo("new");
    }

    @Test
    void concurrentRequestsWaitForOneAnswer() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(clients.submit(() -> answers.get("q", counted(() -> {
                    mayAnswer.await();
                    return "yes";
                }))));
            }
            mayAnswer.countDown();

            for (Future<String> each : all) {
                assertThat(each.get()).isEqualTo("yes");
            }
        }
        assertThat(requested).hasValue(1);
    }

    @Test
    void ifTheFirstRequestIsInterruptedAnotherOneRuns() throws Exception {
        var requestStarted = new CountDownLatch(1);
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = clients.submit(() -> answers.get("q", counted(() -> {
                requestStarted.countDown();
                new CountDownLatch(1).await();
                return "never";
            })));
            requestStarted.await();
            Future<String> second = clients.submit(() -> answers.get("q", counted(() -> "yes")));
            first.cancel(true);

            assertThat(second.get()).isEqualTo("yes");
        }
        assertThat(requested).hasValue(2);
    }

    @Test
    void anUnexpectedExceptionIsNotCached() throws InterruptedException {
        assertThatThrownBy(() -> answers.get("q", () -> {
                    throw new IllegalArgumentException("a bug");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(ask("q", "a")).isEqualTo("a");
    }

    private String ask(String key, String answer) throws InterruptedException {
        return answers.get(key, () -> answer);
    }

    private Callable<String> counted(Callable<String> request) {
        return () -> {
            requested.incrementAndGet();
            return request.call();
        };
    }
}
