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
/// This class copies the bytes. The JDK's own collector keeps the buffers that it receives, each of 16 kB even
/// if it has little content. So a server that sends byte by byte can make it take a thousand times the memory
/// of what was sent. Also, the JDK's collector fails without an exception type of its own.
///
/// Threads: the HTTP client calls the methods one after the other, as the contract of [Flow.Subscriber] says;
/// [#cancelIfIncomplete] may be called from another thread at any time. Guarded by this object's monitor.
final class BoundedBodySubscriber implements BodySubscriber<ByteChunks> {
    private final CompletableFuture<ByteChunks> body = new CompletableFuture<>();
    private final ByteChunks received = new ByteChunks();
    private final long maxBytes;
    private final HeapCharge heap;
    private Flow.@Nullable Subscription subscription;
    private boolean hasStarted;
    private boolean isFinished;
    private boolean isCanceled;

    /// Creates the subscriber of one body.
    ///
    /// @param heap is charged for the bytes as they arrive
    BoundedBodySubscriber(long maxBytes, HeapCharge heap) {
        this.maxBytes = maxBytes;
        this.heap = heap;
    }

    /// Records that the head of the response has arrived. No byte of the body has been read yet.
    synchronized BoundedBodySubscriber onResponseStarted() {
        hasStarted = true;
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
    synchronized void cancelIfIncomplete(Future<?> exchange) {
        isCanceled = true;
        if (!hasStarted) {
            exchange.cancel(true);
        } else if (subscription != null && !isFinished) {
            abort(subscription);
        }
    }

    private void abort(Flow.Subscription unfinished) {
        isFinished = true;
        unfinished.cancel();
        body.completeExceptionally(new CancellationException("canceled"));
    }

    @Override
    public CompletionStage<ByteChunks> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        synchronized (this) {
            this.subscription = subscription;
            if (isCanceled) {
                abort(subscription);
                return;
            }
        }
        subscription.request(Long.MAX_VALUE);
    }

    /// Collects a piece of the body. If the body exceeds the limit, the future fails, and the subscription is
    /// canceled at once, which closes the connection. The cancellation happens in this thread: if another
    /// thread cancels during the delivery, the JDK may keep reading (seen in Java 25.0.3).
    @Override
    public synchronized void onNext(List<ByteBuffer> buffers) {
        try {
            for (ByteBuffer buffer : buffers) {
                requireAllowed(buffer.remaining());
                received.append(buffer);
            }
        } catch (ResponseTooLargeException e) {
            body.completeExceptionally(e);
            cancel();
        }
    }

    private void requireAllowed(int bytes) throws ResponseTooLargeException {
        if (isFinished || received.size() + bytes > maxBytes) {
            throw new ResponseTooLargeException();
        }
        heap.charge(bytes);
    }

    private void cancel() {
        if (subscription != null && !isFinished) {
            isFinished = true;
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable failure) {
        markFinished();
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        markFinished();
        body.complete(received);
    }

    private synchronized void markFinished() {
        isFinished = true;
    }
}
