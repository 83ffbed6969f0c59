package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CancellationTest {
    private final Cancellation cancellation = new Cancellation();
    private final List<String> log = new ArrayList<>();

    private void work(Cancellation.Wait<String> wait) {
        cancellation.during(() -> {
            try {
                log.add(Cancellation.await(wait));
            } catch (InterruptedException _) {
                log.add("cancelled");
            }
            log.add(Thread.currentThread().isInterrupted() ? "interrupted" : "free");
        });
    }

    @Test
    void aWaitEndsWhenItsCallerHasGone() throws InterruptedException {
        var begun = new CountDownLatch(1);
        Thread thread = Thread.ofVirtual()
                .start(() -> work(() -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return "never";
                }));
        begun.await();

        cancellation.cancel();

        thread.join();
        assertThat(log).containsExactly("cancelled", "free");
    }

    @Test
    void noWaitBeginsAfterThat() {
        cancellation.cancel();

        work(() -> "waited");

        assertThat(log).containsExactly("cancelled", "free");
        assertThat(cancellation.isCancelled()).isTrue();
    }

    @Test
    void aResultThatCameFirstIsKept() {
        work(() -> {
            cancellation.cancel();
            return "result";
        });

        assertThat(log).containsExactly("result", "free");
    }

    @Test
    void whatIsNoWaitIsNotInterrupted() {
        cancellation.during(() -> {
            cancellation.cancel();
            log.add(Thread.currentThread().isInterrupted() ? "interrupted" : "free");
        });

        assertThat(log).containsExactly("free");
    }

    @Test
    void otherThreadsWaitAsUsual() throws InterruptedException {
        assertThat(Cancellation.await(() -> "waited")).isEqualTo("waited");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Cancellation.await(() -> {
                    new CountDownLatch(1).await();
                    return "";
                }))
                .isInstanceOf(InterruptedException.class);
    }
}
