package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiBody;
import dev.vspherecloud.kubernetes.ApiCall;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The body of a response, from which a reader takes the next piece with a deadline. The JDK's `InputStream` of
/// a body has no deadline.
///
/// The HTTP client delivers only the pieces that were requested, so at most one piece waits here.
///
/// Threads: the HTTP client's threads put pieces and the end into the queue, and one reader takes them.
/// [#close] may be called from anywhere.
final class ByteStream implements BodySubscriber<ByteStream>, AutoCloseable {
    private sealed interface Chunk {
        record Bytes(ApiBody content) implements Chunk {}

        record End(Optional<Throwable> failure) implements Chunk {}
    }

    private final String url;
    private final ApiCall call;
    private final BlockingQueue<Chunk> pieces = new LinkedBlockingQueue<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean closed;

    ByteStream(String url, ApiCall call) {
        this.url = url;
        this.call = call;
    }

    /// Returns a completed stage, so that the response is available as soon as it has begun.
    @Override
    public CompletionStage<ByteStream> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
        subscription = subscribed;
        if (closed) {
            subscribed.cancel();
        } else {
            subscribed.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        pieces.add(new Chunk.Bytes(join(buffers)));
    }

    @Override
    public void onError(Throwable failure) {
        pieces.add(new Chunk.End(Optional.of(failure)));
    }

    @Override
    public void onComplete() {
        pieces.add(new Chunk.End(Optional.empty()));
    }

    /// Returns the next piece of the body; empty at the end. Throws [KubeException] if no piece arrives in this
    /// time.
    Optional<byte[]> next(Duration timeout) throws InterruptedException {
        Chunk piece = pieces.poll(Math.max(0, timeout.toNanos()), TimeUnit.NANOSECONDS);
        return switch (piece) {
            case null -> throw KubeFailures.noAnswer(url, call, new TimeoutException());
            case Chunk.Bytes(ApiBody content) -> {
                Flow.Subscription source = subscription;
                if (source != null) {
                    source.request(1);
                }
                yield Optional.of(content.bytes());
            }
            case Chunk.End(Optional<Throwable> failure) -> {
                if (failure.isPresent()) {
                    throw KubeFailures.noAnswer(url, call, new IOException(failure.get()));
                }
                yield Optional.empty();
            }
        };
    }

    /// Closes the connection, unless the response has ended. A reader that waits for a piece fails at once.
    @Override
    public void close() {
        closed = true;
        Flow.Subscription source = subscription;
        if (source != null) {
            source.cancel();
        }
        pieces.add(new Chunk.End(Optional.of(new IOException("closed by this process"))));
    }

    private static ApiBody join(List<ByteBuffer> buffers) {
        var joined = ByteBuffer.allocate(
                buffers.stream().mapToInt(ByteBuffer::remaining).sum());
        buffers.forEach(joined::put);
        return new ApiBody(joined.array());
    }
}
