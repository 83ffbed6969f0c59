package dev.vspherecloud.kubernetes;

import java.time.Duration;

/// Hears of every request to the API server. For counts, sizes and durations.
///
/// Rule from: client-go, tools/metrics, for what there is to be heard. Called on the calling thread, and must neither
/// block nor throw.
public interface ApiObserver {
    /// Nobody listens.
    ApiObserver NONE = new ApiObserver() {
        @Override
        public void exchanged(ApiExchange exchange) {}

        @Override
        public void waited(String method, String host, Duration duration) {}

        @Override
        public void retried(String method, String host, int status) {}
    };

    /// A request was sent, and is over; of a watch, it has begun.
    void exchanged(ApiExchange exchange);

    /// A request waited so long here, behind others.
    void waited(String method, String host, Duration duration);

    /// A request is sent again because the API server asked for that.
    ///
    /// @param status of the answer that asked
    void retried(String method, String host, int status);
}
