package dev.vspherecloud.vsphere.client.rest;

import com.fasterxml.jackson.databind.JsonNode;

/// What an error answer says in words: `{"error_type":"NOT_FOUND","messages":[{"default_message":"..."}]}`, the
/// same with `type` and inside `value` in the older dialect, or nothing at all.
public final class RestProblem {
    private RestProblem() {}

    /// The type of the error, as in `UNAUTHENTICATED` or `com.vmware.vapi.std.errors.unauthenticated`; empty when
    /// it says none.
    public static String type(JsonNode answer) {
        return answer.path("error_type").asText(answer.path("type").asText(""));
    }

    /// The type of the error and its first message; empty when it says neither.
    public static String describe(JsonNode answer) {
        JsonNode inner = answer.has("value") ? answer.path("value") : answer;
        String type = type(answer);
        String message = inner.path("messages").path(0).path("default_message").asText("");
        return message.isEmpty() || type.isEmpty() ? type + message : type + ": " + message;
    }
}
