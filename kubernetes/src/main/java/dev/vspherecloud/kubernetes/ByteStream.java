package dev.vspherecloud.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The body of an answer, taken by a thread that blocks instead of callbacks.
///
/// Only what was asked for is sent on by the HTTP client, so at most one piece waits here.
///
/// Threads: the HTTP client's threads put pieces and the end into the queue, one reader takes them; [#close] may
/// come from anywhere.
final class ByteStream implements AsyncBody.Consumer<List<ByteBuffer>>, AutoCloseable {
    private sealed interface Piece {
        record Bytes(ApiBody content) implements Piece {}

        record End(Optional<Throwable> failure) implements Piece {}
    }

    private final String url;
    private final ApiCall call;
    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private volatile @Nullable AsyncBody body;
    private volatile boolean closed;

    ByteStream(String url, ApiCall call) {
        this.url = url;
        this.call = call;
    }

    /// The answer has begun; tells when it ends. The same body again changes nothing.
    void follow(AsyncBody started) {
        if (closed) {
            started.cancel();
            return;
        }
        if (body != null) {
            return;
        }
        body = started;
        CompletableFuture<Void> _ =
                started.done().whenComplete((_, failure) -> pieces.add(new Piece.End(Optional.ofNullable(failure))));
        started.consume();
        if (closed) {
            started.cancel();
        }
    }

    @Override
    public void consume(List<ByteBuffer> buffers, AsyncBody source) {
        pieces.add(new Piece.Bytes(join(buffers)));
    }

    /// The next piece; empty at the end.
    Optional<byte[]> next(Duration patience) throws InterruptedException {
        Piece piece = pieces.poll(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS);
        return switch (piece) {
            case null -> throw KubeFailures.noAnswer(url, call, new TimeoutException());
            case Piece.Bytes(ApiBody content) -> {
                AsyncBody source = body;
                if (source != null) {
                    source.consume();
                }
                yield Optional.of(content.bytes());
            }
            case Piece.End(Optional<Throwable> failure) -> {
                if (failure.isPresent()) {
                    throw KubeFailures.noAnswer(url, call, new IOException(failure.get()));
                }
                yield Optional.empty();
            }
        };
    }

    @Override
    public void close() {
        closed = true;
        AsyncBody source = body;
        if (source != null) {
            source.cancel();
        }
    }

    private static ApiBody join(List<ByteBuffer> buffers) {
        var joined = ByteBuffer.allocate(
                buffers.stream().mapToInt(ByteBuffer::remaining).sum());
        buffers.forEach(joined::put);
        return new ApiBody(joined.array());
    }
}
