package dev.vspherecloud.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Reports each request that another transport sends to an observer. A write that this process was not allowed
/// to send is not reported.
///
/// @param host the host of the API server, with the port if one is given
record ObservedTransport(ApiTransport transport, String host, ApiObserver observer, LongSupplier nanoTime)
        implements ApiTransport {
    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        long start = nanoTime.getAsLong();
        OptionalInt status = OptionalInt.empty();
        OptionalLong received = OptionalLong.empty();
        boolean wasSent = true;
        try {
            ApiAnswer answer = transport.send(call, deadline);
            status = OptionalInt.of(answer.status());
            received = OptionalLong.of(answer.body().bytes().length);
            return answer;
        } catch (KubeException e) {
            wasSent = e.kind() != KubeException.Kind.NOT_LEADING;
            throw e;
        } finally {
            if (wasSent) {
                notifyObserver(call, status, start, received);
            }
        }
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        long start = nanoTime.getAsLong();
        OptionalInt status = OptionalInt.empty();
        try {
            ApiStream stream = transport.open(call, deadline);
            status = OptionalInt.of(200);
            return stream;
        } catch (KubeException e) {
            status = e.status();
            throw e;
        } finally {
            notifyObserver(call, status, start, OptionalLong.empty());
        }
    }

    @Override
    public ApiTransport withWriteFence(BooleanSupplier mayWrite) {
        return new ObservedTransport(transport.withWriteFence(mayWrite), host, observer, nanoTime);
    }

    private void notifyObserver(ApiCall call, OptionalInt status, long start, OptionalLong received) {
        long sent = call.body().getBytes(StandardCharsets.UTF_8).length;
        var took = Duration.ofNanos(nanoTime.getAsLong() - start);
        observer.onExchanged(new ApiExchange(call.method(), host, status, took, sent, received));
    }
}
