package dev.vspherecloud.kubernetes;

import dev.vspherecloud.json.Json;
import java.time.Duration;
import java.util.Optional;

/// What the API server answered to one request.
///
/// @param retryAfter how long it asked us to wait, empty when it did not
public record ApiAnswer(int status, Optional<Duration> retryAfter, ApiBody body) {
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /// Whether the server says that the same request may succeed in a moment.
    ///
    /// Rule from: client-go, rest/with_retry.go (429, or 5xx with a Retry-After).
    boolean asksToComeBack() {
        return status == 429 || (status >= 500 && retryAfter.isPresent());
    }

    /// Whether the refusal names this field, as in `metadata.uid`.
    public boolean blames(String field) {
        return json().find("details", "causes").items().stream()
                .anyMatch(cause -> cause.find("field").asText().equals(field));
    }

    public Json json() {
        return ApiJson.tree(body.bytes());
    }

    /// The `message` of the Status that the server sends with a refusal; its first line when it is plain text.
    public String message() {
        return ApiJson.statusMessage(body.bytes());
    }
}
