package dev.vspherecloud.http;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Collects the body of one answer, up to a limit, and knows how its exchange is given up.
///
/// It copies. The JDK's own collector keeps the buffers it is handed, each of 16 kB however little is in it,
/// and so lets a server that sends byte by byte take a thousand times the memory of what it sent; and it fails
/// without a type.
///
/// Threads: called by the HTTP client, one call after the other, as the contract of [Flow.Subscriber] says; [#giveUp]
/// may come from another thread at any time. Guarded by this object's monitor.
final class BoundedBodySubscriber implements BodySubscriber<ByteChunks> {
    private final CompletableFuture<ByteChunks> whole = new CompletableFuture<>();
    private final ByteChunks received = new ByteChunks();
    private final long limit;
    private Flow.@Nullable Subscription subscription;
    private boolean isBegun;
    private boolean isOver;
    private boolean isGivenUp;

    BoundedBodySubscriber(long limitBytes) {
        this.limit = limitBytes;
    }

    /// Its head has come, and nothing of the body is read yet.
    synchronized BoundedBodySubscriber begin() {
        isBegun = true;
        return this;
    }

    /// Ends the exchange, unless the whole answer is there.
    ///
    /// With the last byte the connection is free for another exchange, some time before the future is done. To
    /// cancel the future in between closes the connection all the same (seen in Java 25.0.3), under whoever has it
    /// by then: a login may be lost that was answered. So the future is canceled only before the body begins, and
    /// later its subscription is, which knows no connection any more once it was given back.
    ///
    /// @param exchange the future of the answer that has this body
    synchronized void giveUp(Future<?> exchange) {
        isGivenUp = true;
        if (!isBegun) {
            exchange.cancel(true);
        } else if (subscription != null && !isOver) {
            end(subscription);
        }
    }

    private void end(Flow.Subscription unfinished) {
        isOver = true;
        unfinished.cancel();
        whole.completeExceptionally(new CancellationException("given up"));
    }

    @Override
    public CompletionStage<ByteChunks> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        synchronized (this) {
            this.subscription = subscription;
            if (isGivenUp) {
                end(subscription);
                return;
            }
        }
        subscription.request(Long.MAX_VALUE);
    }

    /// Past the limit the future fails, on which the caller gives the exchange up; until that has arrived, what
    /// still comes is dropped.
    @Override
    public synchronized void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (received.size() + buffer.remaining() > limit) {
                whole.completeExceptionally(new ResponseTooLargeException());
                return;
            }
            received.append(buffer);
        }
    }

    @Override
    public void onError(Throwable failure) {
        over();
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        over();
        whole.complete(received);
    }

    private synchronized void over() {
        isOver = true;
    }
}
