package dev.vspherecloud.serving;

import java.util.Map;

/// An HTTP response.
///
/// @param headers headers in addition to those that every response has
public record Response(int status, String contentType, String body, Map<String, String> headers) {
    public static final String PLAIN = "text/plain; charset=utf-8";
    public static final String JSON = "application/json";

    public Response {
        headers = Map.copyOf(headers);
    }

    public static Response of(String contentType, String body) {
        return new Response(200, contentType, body, Map.of());
    }

    public static Response text(String body) {
        return of(PLAIN, body);
    }

    /// Returns a response with one sentence that says what went wrong.
    public static Response failure(int status, String sentence) {
        return new Response(status, PLAIN, sentence + "\n", Map.of());
    }

    /// Returns the response for an unknown path. Rule from: Go, net/http.NotFound.
    public static Response notFound() {
        return failure(404, "404 page not found");
    }
}
