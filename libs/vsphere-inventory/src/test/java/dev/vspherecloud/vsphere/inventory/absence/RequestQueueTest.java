package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.inventory.Fixtures;
import dev.vspherecloud.vsphere.inventory.absence.RequestQueue.Request;
import org.junit.jupiter.api.Test;

class RequestQueueTest {
    private final RequestQueue queue = new RequestQueue();

    @Test
    void aLaterRequestForTheSameNodeReplacesTheEarlierAtTheEnd() {
        Request early = request(1, 10);
        Request other = request(2, 20);
        Request late = request(1, 30);
        queue.add(early);
        queue.add(other);

        queue.add(late);

        assertThat(queue.waiting()).containsExactly(other, late);
        assertThat(queue.oldestRequestTime()).hasValue(20);
        assertThat(queue.complete(early)).isFalse();
    }

    @Test
    void aRequestIsCompletedOnce() {
        Request request = request(1, 10);
        queue.add(request);

        assertThat(queue.complete(request)).isTrue();
        assertThat(queue.complete(request)).isFalse();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.oldestRequestTime()).isEmpty();
    }

    @Test
    void aClosedQueueAcceptsNoRequest() {
        Request waiting = request(1, 10);
        queue.add(waiting);

        assertThat(queue.close()).containsExactly(waiting);
        assertThat(queue.add(request(2, 20))).isFalse();
        assertThat(queue.isEmpty()).isTrue();
    }

    private static Request request(int n, long since) {
        return new Request(Fixtures.absent(n), since, _ -> {});
    }
}
