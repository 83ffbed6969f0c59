package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LineStreamTest {
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private final PushedBody body = new PushedBody();
    private final ByteStream bytes = new ByteStream("https://api.test:6443", ApiCall.get("/x"));
    private final LineStream lines = new LineStream(bytes);

    @Test
    void aCharacterMayBeSpreadOverTwoPieces() throws InterruptedException {
        byte[] text = "größe\nzwei\n".getBytes(StandardCharsets.UTF_8);
        bytes.follow(body);

        bytes.consume(List.of(ByteBuffer.wrap(Arrays.copyOfRange(text, 0, 3))), body);
        bytes.consume(List.of(ByteBuffer.wrap(Arrays.copyOfRange(text, 3, text.length))), body);

        assertThat(line()).isEqualTo("größe");
        assertThat(line()).isEqualTo("zwei");
    }

    @Test
    void endsWithTheAnswer() throws InterruptedException {
        bytes.follow(body);
        body.done().complete(null);

        assertThat(lines.nextLine(PATIENCE)).isEmpty();
    }

    @Test
    void aBrokenConnectionIsAFailure() {
        bytes.follow(body);
        body.done().completeExceptionally(new IOException("connection reset"));

        assertThatThrownBy(() -> lines.nextLine(PATIENCE))
                .isInstanceOf(KubeException.class)
                .hasMessageContaining("connection reset");
    }

    @Test
    void silenceIsAFailure() {
        bytes.follow(body);

        assertThatThrownBy(() -> lines.nextLine(PATIENCE))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.TIMEOUT));
    }

    @Test
    void anAnswerThatComesAfterTheEndIsLetGo() {
        bytes.close();

        bytes.follow(body);

        assertThat(body.done()).isCancelled();
    }

    private String line() throws InterruptedException {
        return new String(lines.nextLine(PATIENCE).orElseThrow(), StandardCharsets.UTF_8);
    }

    private static final class PushedBody implements AsyncBody {
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        @Override
        public void consume() {}

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            done.cancel(false);
        }
    }
}
