package dev.vspherecloud.kubernetes;

/// The rate limit of requests.
///
/// @param perSecond the number of requests in a second, above 0
/// @param burst     the number of requests that may be sent at once after a while without any; at least 1
public record RequestRateLimit(double perSecond, int burst) {
    public RequestRateLimit {
        if (!(perSecond > 0) || burst < 1) {
            throw new IllegalArgumentException(
                    "not a rate limit: %s requests per second, burst of %d".formatted(perSecond, burst));
        }
    }
}
