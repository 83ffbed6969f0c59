package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyedQueueTest {
    private final KeyedQueue<String> queue = new KeyedQueue<>();

    @Test
    void returnsTheEarliestDueFirst() {
        queue.add("later", 20);
        queue.add("sooner", 10);

        assertThat(queue.take(30)).contains("sooner");
        assertThat(queue.take(30)).contains("later");
    }

    @Test
    void returnsEqualTimesInTheOrderOfArrival() {
        queue.add("first", 10);
        queue.add("second", 10);

        assertThat(queue.take(10)).contains("first");
        assertThat(queue.take(10)).contains("second");
    }

    @Test
    void returnsNothingBeforeItIsDue() {
        queue.add("a", 20);

        assertThat(queue.take(19)).isEmpty();
        assertThat(queue.nextDue()).hasValue(20);
    }

    @Test
    void holdsAKeyOnceHoweverOftenItIsAdded() {
        queue.add("a", 10);
        queue.add("a", 10);
        queue.add("a", 30);

        assertThat(queue.take(40)).contains("a");
        queue.done("a");
        assertThat(queue.take(40)).isEmpty();
    }

    @Test
    void movesAKeyForwardAndNeverDelaysIt() {
        queue.add("a", 100);
        queue.add("a", 10);
        queue.add("a", 200);

        assertThat(queue.take(10)).contains("a");
    }

    @Test
    void neverReturnsAKeyThatIsInProgress() {
        queue.add("a", 10);
        queue.take(10);

        queue.add("a", 10);

        assertThat(queue.take(50)).isEmpty();
        queue.done("a");
        assertThat(queue.take(50)).contains("a");
    }
}
