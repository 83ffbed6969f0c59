package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class LineStreamTest {
    private static final Duration TIMEOUT = Duration.ofMillis(20);

    private final RecordedSubscription body = new RecordedSubscription();
    private final ByteStream bytes = new ByteStream("https://api.test:6443", ApiCall.get("/x"));
    private final LineStream lines = new LineStream(
            bytes,
            beginning -> KubeFailures.tooLarge(
                    "https://api.test:6443", ApiCall.get("/x"), HttpTransport.MAX_BODY, beginning));

    @Test
    void aCharacterMayBeSplitOverTwoPieces() throws InterruptedException {
        byte[] text = "größe\nzwei\n".getBytes(StandardCharsets.UTF_8);
        bytes.onSubscribe(body);

        bytes.onNext(List.of(ByteBuffer.wrap(Arrays.copyOfRange(text, 0, 3))));
        bytes.onNext(List.of(ByteBuffer.wrap(Arrays.copyOfRange(text, 3, text.length))));

        assertThat(body.requested).as("only one piece is asked for ahead").isEqualTo(1);
        assertThat(line()).isEqualTo("größe");
        assertThat(line()).isEqualTo("zwei");
        assertThat(body.requested).isEqualTo(3);
    }

    @Test
    void aLineThatIsTooLongIsAFailureThatNamesItsObject() {
        byte[] piece = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        bytes.onSubscribe(body);
        bytes.onNext(List.of(ByteBuffer.wrap(
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"w-1\"".getBytes(StandardCharsets.UTF_8))));
        for (int i = 0; i < 10; i++) {
            bytes.onNext(List.of(ByteBuffer.wrap(piece)));
        }

        assertThatThrownBy(() -> lines.nextLine(TIMEOUT))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.TOO_LARGE))
                .hasMessageContaining("\"w-1\"");
    }

    @Test
    void endsWithTheResponse() throws InterruptedException {
        bytes.onSubscribe(body);
        bytes.onComplete();

        assertThat(lines.nextLine(TIMEOUT)).isEmpty();
    }

    @Test
    void aBrokenConnectionIsAFailure() {
        bytes.onSubscribe(body);
        bytes.onError(new IOException("connection reset"));

        assertThatThrownBy(() -> lines.nextLine(TIMEOUT))
                .isInstanceOf(KubeException.class)
                .hasMessageContaining("connection reset");
    }

    @Test
    void aTimeoutIsAFailure() {
        bytes.onSubscribe(body);

        assertThatThrownBy(() -> lines.nextLine(TIMEOUT))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.TIMEOUT));
    }

    @Test
    void aResponseAfterTheEndIsCancelled() {
        bytes.close();

        bytes.onSubscribe(body);

        assertThat(body.isCancelled).isTrue();
    }

    private String line() throws InterruptedException {
        return new String(lines.nextLine(TIMEOUT).orElseThrow(), StandardCharsets.UTF_8);
    }

    /// Threads: the test's.
    private static final class RecordedSubscription implements Flow.Subscription {
        private long requested;
        private boolean isCancelled;

        @Override
        public void request(long pieces) {
            requested += pieces;
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }
}
