package dev.vspherecloud.kubernetes;

import java.time.Duration;

/// Observes every request to the API server, for counts, sizes and durations.
///
/// Rule from: client-go, tools/metrics, for what is observed. Methods are called on the thread that sends the
/// request; they must neither block nor throw.
public interface ApiObserver {
    /// An observer that does nothing.
    ApiObserver NONE = new ApiObserver() {
        @Override
        public void onExchanged(ApiExchange exchange) {}

        @Override
        public void onWaited(String method, String host, Duration duration) {}

        @Override
        public void onRetried(String method, String host, int status) {}
    };

    /// Called when the exchange of a request has ended; for a watch, when the response has begun.
    void onExchanged(ApiExchange exchange);

    /// Called when a request has waited this long in this process because of the rate limit.
    void onWaited(String method, String host, Duration duration);

    /// Called when a request is sent again because the API server asked for that.
    ///
    /// @param status the status of the response that asked for the retry
    void onRetried(String method, String host, int status);
}
