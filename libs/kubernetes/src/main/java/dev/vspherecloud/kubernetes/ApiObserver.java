package dev.vspherecloud.kubernetes;

import java.time.Duration;

/// Observes every request to the API server, for counts, sizes and durations.
///
/// Rule from: client-go, tools/metrics, for what is observed. Called on the calling thread; must neither block nor
/// throw.
public interface ApiObserver {
    /// Does nothing.
    ApiObserver NONE = new ApiObserver() {
        @Override
        public void onExchanged(ApiExchange exchange) {}

        @Override
        public void onWaited(String method, String host, Duration duration) {}

        @Override
        public void onRetried(String method, String host, int status) {}
    };

    /// A request was sent and has ended; for a watch: has begun.
    void onExchanged(ApiExchange exchange);

    /// A request waited this long in this process, behind others.
    void onWaited(String method, String host, Duration duration);

    /// A request is sent again because the API server asked for that.
    ///
    /// @param status of the response that asked
    void onRetried(String method, String host, int status);
}
