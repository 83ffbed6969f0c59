package dev.vspherecloud.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Tells an observer of each request that another transport sends.
///
/// @param host of the API server, and its port if one is given
record ObservedTransport(ApiTransport transport, String host, ApiObserver observer, Ticker ticker)
        implements ApiTransport {
    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) throws InterruptedException {
        Duration start = ticker.now();
        OptionalInt status = OptionalInt.empty();
        OptionalLong received = OptionalLong.empty();
        try {
            ApiAnswer answer = transport.send(call, deadline);
            status = OptionalInt.of(answer.status());
            received = OptionalLong.of(answer.body().bytes().length);
            return answer;
        } finally {
            tell(call, status, start, received);
        }
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) throws InterruptedException {
        Duration start = ticker.now();
        OptionalInt status = OptionalInt.empty();
        try {
            ApiStream stream = transport.open(call, deadline);
            status = OptionalInt.of(200);
            return stream;
        } catch (KubeException e) {
            status = e.status();
            throw e;
        } finally {
            tell(call, status, start, OptionalLong.empty());
        }
    }

    private void tell(ApiCall call, OptionalInt status, Duration start, OptionalLong received) {
        long sent = call.body().getBytes(StandardCharsets.UTF_8).length;
        observer.exchanged(
                new ApiExchange(call.method(), host, status, ticker.now().minus(start), sent, received));
    }
}
