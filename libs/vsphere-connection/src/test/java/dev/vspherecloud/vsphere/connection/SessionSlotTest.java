package dev.vspherecloud.vsphere.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SessionSlotTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final int THREADS = 50;

    private final SessionSlot<String> slot = new SessionSlot<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<String> events = new ArrayList<>();

    @Test
    void manyThreadsThatWaitCauseOneRequest() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = new ArrayList<Future<Optional<String>>>();
            for (int i = 0; i < THREADS; i++) {
                waiting.add(threads.submit(awaitSession()));
            }
            await().until(() -> requests.get() == 1);

            slot.put("first");

            for (Future<Optional<String>> each : waiting) {
                assertThat(each.get()).contains("first");
            }
        }
        assertThat(requests).hasValue(1);
        assertThat(slot.await(Duration.ZERO, requests::incrementAndGet)).contains("first");
        assertThat(requests).hasValue(1);
    }

    @Test
    void withoutASessionInTimeTheRequestStaysOpen() throws Exception {
        assertThat(slot.await(Duration.ZERO, requests::incrementAndGet)).isEmpty();
        assertThat(slot.await(Duration.ofMillis(1), requests::incrementAndGet)).isEmpty();
        assertThat(requests).hasValue(1);

        slot.put("late");

        assertThat(slot.await(Duration.ZERO, requests::incrementAndGet)).contains("late");
    }

    @Test
    void aLostSessionIsReportedOnceAndBeforeTheNextRequest() throws Exception {
        slot.put("first");

        slot.remove("first", () -> events.add("report"));
        slot.remove("first", () -> events.add("report again"));
        assertThat(slot.await(Duration.ZERO, () -> events.add("request"))).isEmpty();
        slot.put("second");
        slot.remove("first", () -> events.add("late report"));

        assertThat(events).containsExactly("report", "request");
        assertThat(slot.await(Duration.ZERO, () -> events.add("request"))).contains("second");
    }

    @Test
    void aClearedSessionIsRequestedAgain() throws Exception {
        slot.put("first");

        slot.clear();

        assertThat(slot.await(Duration.ZERO, requests::incrementAndGet)).isEmpty();
        assertThat(requests).hasValue(1);
    }

    @Test
    void closingEndsAllWaits() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Optional<String>> waiting = threads.submit(awaitSession());
            await().until(() -> requests.get() == 1);

            slot.close();

            assertThat(waiting.get()).isEmpty();
        }
        slot.put("late");
        assertThat(slot.await(LONG, requests::incrementAndGet)).isEmpty();
        assertThat(slot.isClosed()).isTrue();
        assertThat(requests).hasValue(1);
    }

    private Callable<Optional<String>> awaitSession() {
        return () -> slot.await(LONG, requests::incrementAndGet);
    }
}
