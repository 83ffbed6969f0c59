package dev.vspherecloud.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One request to the API server.
///
/// @param path        from the root of the server, with the query, percent-encoded
/// @param contentType of the body, empty without one
/// @param body        JSON, empty without one
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

    /// @param options a `DeleteOptions`
    public static ApiCall delete(String path, String options) {
        return new ApiCall("DELETE", path, JSON, options);
    }

    /// A patch by the rules of the type: maps merge, lists replace or merge as the field says.
    public static ApiCall strategicPatch(String path, String json) {
        return new ApiCall("PATCH", path, "application/strategic-merge-patch+json", json);
    }

    /// A patch by RFC 7396.
    public static ApiCall mergePatch(String path, String json) {
        return new ApiCall("PATCH", path, "application/merge-patch+json", json);
    }

    /// Whether it leaves everything as it is.
    boolean isRead() {
        return method.equals("GET");
    }

    /// Joins names to a path; what stands in a name can't leave its place.
    public static String path(String prefix, String... names) {
        return Stream.of(names).map(ApiCall::encode).collect(Collectors.joining("/", prefix + "/", ""));
    }

    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// For messages: without the body, which may hold anything.
    @Override
    public String toString() {
        return method + " " + path;
    }
}
