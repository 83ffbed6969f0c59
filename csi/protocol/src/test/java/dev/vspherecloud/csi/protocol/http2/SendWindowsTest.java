package dev.vspherecloud.csi.protocol.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SendWindowsTest {
    private static final Duration NO_WAIT = Duration.ZERO;
    private static final Duration LONG = Duration.ofHours(1);

    private final SendWindows windows = new SendWindows();

    @Test
    void grantsNoMoreThanTheSmallerWindow() throws InterruptedException {
        windows.open(1);
        windows.open(3);

        assertThat(windows.acquire(1, 60_000, NO_WAIT)).isEqualTo(60_000);
        assertThat(windows.acquire(3, 60_000, NO_WAIT)).isEqualTo(5_535);
        assertThat(windows.acquire(3, 1, NO_WAIT)).isZero();
        assertThat(windows.add(0, 100_000)).isTrue();
        assertThat(windows.acquire(1, 60_000, NO_WAIT)).isEqualTo(5_535);
        assertThat(windows.acquire(3, 60_000, NO_WAIT)).isEqualTo(60_000);
    }

    @Test
    void aNewInitialSizeChangesOpenStreams() throws InterruptedException {
        windows.open(1);
        assertThat(windows.acquire(1, 10, NO_WAIT)).isEqualTo(10);

        assertThat(windows.changeInitial(15)).isTrue();
        assertThat(windows.acquire(1, 100, NO_WAIT)).isEqualTo(5);
        assertThat(windows.changeInitial(10)).isTrue();
        assertThat(windows.add(1, 6)).isTrue();
        assertThat(windows.acquire(1, 100, NO_WAIT)).isEqualTo(1);
    }

    /// A frame about a call may arrive while the call ends.
    @Test
    void aClosedStreamStaysClosed() {
        windows.open(1);
        windows.close(1);

        assertThat(windows.add(1, 10)).isTrue();
        assertThat(windows.isOpen(1)).isFalse();
    }

    @Test
    void tooLargeWindowsAreDetected() {
        windows.open(1);

        assertThat(windows.add(1, Integer.MAX_VALUE)).isFalse();
        assertThat(windows.add(0, Integer.MAX_VALUE)).isFalse();
        assertThat(windows.changeInitial(Integer.MAX_VALUE)).isFalse();
    }

    @Test
    void aThreadThatWaitsContinuesWithTheWindowOrTheEnd() throws InterruptedException {
        windows.open(1);
        windows.open(3);
        assertThat(windows.acquire(1, SendWindows.DEFAULT, NO_WAIT)).isEqualTo(SendWindows.DEFAULT);
        int[] granted = {-1, -1};
        Thread one = Thread.ofVirtual().start(() -> granted[0] = acquire(1));
        Thread other = Thread.ofVirtual().start(() -> granted[1] = acquire(3));

        windows.close(3);
        other.join();
        assertThat(windows.add(1, 7)).isTrue();
        assertThat(windows.add(0, 5)).isTrue();
        one.join();

        assertThat(granted).containsExactly(5, 0);
    }

    private int acquire(int stream) {
        try {
            return windows.acquire(stream, 100, LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
