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

/// Collects the body of one response, up to a limit, and can end its exchange.
///
/// It copies the bytes. The JDK's own collector keeps the buffers that it receives, each of 16 kB even if it holds
/// little. So a server that sends byte by byte can make it take a thousand times the memory of what was sent.
/// Also, the JDK's collector fails without an exception type of its own.
///
/// Threads: called by the HTTP client, one call after the other, as the contract of [Flow.Subscriber] says;
/// [#giveUp] may come from another thread at any time. Guarded by this object's monitor.
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

    /// Records that the head of the response has arrived, and that nothing of the body has been read yet.
    synchronized BoundedBodySubscriber begin() {
        isBegun = true;
        return this;
    }

    /// Ends the exchange, unless the whole response has arrived.
    ///
    /// With the last byte, the connection becomes free for another exchange, some time before the future
    /// completes. If the future is canceled in between, the connection is closed all the same (seen in Java
    /// 25.0.3), although another exchange may use it by then. So the response to a login may be lost. Therefore
    /// this method cancels the future only before the body begins. Later it cancels the subscription, which no
    /// longer refers to the connection once that has been returned.
    ///
    /// @param exchange the future of the response that has this body
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
        whole.completeExceptionally(new CancellationException("canceled"));
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

    /// Past the limit the future fails, and the subscription is canceled at once, which closes the connection.
    /// Only this thread can do that for certain: canceled from another thread while it delivers, the JDK may
    /// keep reading (seen in Java 25.0.3).
    @Override
    public synchronized void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (received.size() + buffer.remaining() > limit) {
                whole.completeExceptionally(new ResponseTooLargeException());
                cancel();
                return;
            }
            received.append(buffer);
        }
    }

    private void cancel() {
        if (subscription != null && !isOver) {
            isOver = true;
            subscription.cancel();
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
