package dev.vspherecloud.csi.protocol.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FrameWriterTest {
    private final MemoryChannel channel = new MemoryChannel(new byte[0], () -> {});
    private final FrameWriter writer = new FrameWriter(channel);

    @Test
    void theQueueIsFullOfFewLargeFramesOrManySmallOnes() throws IOException, InterruptedException {
        assertThat(enqueuedUntilFull(Frame.MAX_PAYLOAD)).isEqualTo(7);

        writer.end();
        writer.writeAll();
        assertThat(channel.received()).hasSize(7 * Frame.MAX_PAYLOAD);
    }

    @Test
    void smallFramesFillTheQueueToo() throws InterruptedException {
        assertThat(enqueuedUntilFull(1)).isLessThan(3000);
    }

    /// Frames for a closed connection are dropped, so that no thread waits for it.
    @Test
    void nothingWaitsAfterTheEnd() throws IOException, InterruptedException {
        assertThat(enqueuedUntilFull(Frame.MAX_PAYLOAD)).isPositive();
        writer.end();
        writer.writeAll();

        for (int i = 0; i < 100; i++) {
            assertThat(writer.enqueue(new byte[Frame.MAX_PAYLOAD], Duration.ZERO))
                    .isTrue();
        }
    }

    private int enqueuedUntilFull(int size) throws InterruptedException {
        int count = 0;
        while (writer.enqueue(new byte[size], Duration.ZERO)) {
            count++;
        }
        return count;
    }
}
