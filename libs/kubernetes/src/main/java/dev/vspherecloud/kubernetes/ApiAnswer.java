package dev.vspherecloud.kubernetes;

import dev.vspherecloud.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The API server's response to one request.
///
/// @param retryAfter the value of the header `Retry-After`; empty without that header
/// @param date the server's clock: the value of the header `Date`, in whole seconds; empty without that header
public record ApiAnswer(int status, Optional<Duration> retryAfter, Optional<Instant> date, ApiBody body) {
    public ApiAnswer(int status, Optional<Duration> retryAfter, ApiBody body) {
        this(status, retryAfter, Optional.empty(), body);
    }

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /// Returns true if the server says that the same request may succeed in a moment.
    ///
    /// Rule from: client-go, rest/with_retry.go (429, or 5xx with a Retry-After).
    boolean isRetryable() {
        return status == 429 || (status >= 500 && retryAfter.isPresent());
    }

    /// Returns true if the response is a refusal that names this field, as in `metadata.uid`.
    public boolean hasCause(String field) {
        return json().find("details", "causes").items().stream()
                .anyMatch(cause -> cause.find("field").asText().equals(field));
    }

    public Json json() {
        return ApiJson.tree(body.bytes());
    }

    /// Returns the `message` of the Status that the server sends with a refusal. If the body is plain text,
    /// returns its first line.
    public String message() {
        return ApiJson.statusMessage(body.bytes());
    }
}
