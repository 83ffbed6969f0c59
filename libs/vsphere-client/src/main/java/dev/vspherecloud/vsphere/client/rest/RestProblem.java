package dev.vspherecloud.vsphere.client.rest;

import dev.vspherecloud.json.Json;

/// Reads the error in an error response: `{"error_type":"NOT_FOUND","messages":[{"default_message":"..."}]}`, the
/// same with `type` and inside `value` in the older dialect, or nothing at all.
public final class RestProblem {
    private RestProblem() {}

    /// Returns the type of the error, as in `UNAUTHENTICATED` or `com.vmware.vapi.std.errors.unauthenticated`;
    /// empty if the response has none.
    public static String type(Json response) {
        return response.find(response.has("error_type") ? "error_type" : "type").asText();
    }

    /// Returns the type of the error and its first message; empty if the response has neither.
    public static String describe(Json response) {
        Json inner = response.has("value") ? response.find("value") : response;
        String type = type(response);
        String message = inner.find("messages").items().stream()
                .findFirst()
                .map(first -> first.find("default_message").asText())
                .orElse("");
        return message.isEmpty() || type.isEmpty() ? type + message : type + ": " + message;
    }
}
