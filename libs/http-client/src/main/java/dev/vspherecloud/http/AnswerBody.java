package dev.vspherecloud.http;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/// Collects the body of an answer, up to a limit.
///
/// It copies. The JDK's own collector keeps the buffers it is handed, each of 16 kB however little is in it,
/// and so lets a server that sends byte by byte take a thousand times the memory of what it sent; and it fails
/// without a type.
///
/// Threads: called by the HTTP client, one call after the other, as the contract of [Flow.Subscriber] says.
final class AnswerBody implements BodySubscriber<Blocks> {
    private final CompletableFuture<Blocks> whole = new CompletableFuture<>();
    private final Blocks received = new Blocks();
    private final long limit;

    AnswerBody(long limitBytes) {
        this.limit = limitBytes;
    }

    @Override
    public CompletionStage<Blocks> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    /// Past the limit the future fails, on which the caller cancels the exchange; until that has arrived, what
    /// still comes is dropped.
    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (received.size() + buffer.remaining() > limit) {
                whole.completeExceptionally(new AnswerTooLargeException());
                return;
            }
            received.append(buffer);
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(received);
    }
}
