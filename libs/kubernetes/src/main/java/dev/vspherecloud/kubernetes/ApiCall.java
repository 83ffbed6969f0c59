package dev.vspherecloud.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One request to the API server.
///
/// @param path        the path from the root of the server, with the query, percent-encoded
/// @param contentType the content type of the body; empty without a body
/// @param body        the body as JSON; empty without a body
public record ApiCall(String method, String path, String contentType, String body) {
    private static final String JSON = "application/json";

    public static ApiCall get(String path) {
        return new ApiCall("GET", path, "", "");
    }

    public static ApiCall post(String path, String json) {
        return new ApiCall("POST", path, JSON, json);
    }

    public static ApiCall put(String path, String json) {
        return new ApiCall("PUT", path, JSON, json);
    }

    /// Returns a DELETE request.
    ///
    /// @param options a `DeleteOptions` object as JSON
    public static ApiCall delete(String path, String options) {
        return new ApiCall("DELETE", path, JSON, options);
    }

    /// Returns a request with a strategic merge patch: maps merge, lists replace or merge as the type of the
    /// field declares.
    public static ApiCall strategicPatch(String path, String json) {
        return new ApiCall("PATCH", path, "application/strategic-merge-patch+json", json);
    }

    /// Returns a request with a JSON merge patch (RFC 7396).
    public static ApiCall mergePatch(String path, String json) {
        return new ApiCall("PATCH", path, "application/merge-patch+json", json);
    }

    /// Returns true if the request changes nothing on the server.
    boolean isRead() {
        return method.equals("GET");
    }

    /// Joins names to a path. Each name is percent-encoded, so a slash or a query in it stays part of the name.
    public static String path(String prefix, String... names) {
        return Stream.of(names).map(ApiCall::encode).collect(Collectors.joining("/", prefix + "/", ""));
    }

    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// Returns a text for messages, without the body, which may contain secrets.
    @Override
    public String toString() {
        return method + " " + path;
    }
}
