package dev.vspherecloud.serving;

import java.util.Map;

/// What is sent back.
///
/// @param headers beside those that every reply has
public record Reply(int status, String contentType, String body, Map<String, String> headers) {
    public static final String PLAIN = "text/plain; charset=utf-8";
    public static final String JSON = "application/json";

    public Reply {
        headers = Map.copyOf(headers);
    }

    public static Reply of(String contentType, String body) {
        return new Reply(200, contentType, body, Map.of());
    }

    public static Reply text(String body) {
        return of(PLAIN, body);
    }

    /// A sentence about what went wrong.
    public static Reply failure(int status, String sentence) {
        return new Reply(status, PLAIN, sentence + "\n", Map.of());
    }

    /// Rule from: Go, net/http.NotFound.
    public static Reply notFound() {
        return failure(404, "404 page not found");
    }
}
