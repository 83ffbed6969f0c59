package dev.vspherecloud.kubernetes.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.kubernetes.DatabindJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// Checks the properties of each Event that this library writes, for any input.
public final class EventChecks {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private EventChecks() {}

    /// Asserts that an Event about a Node is JSON with the message in it, within the limits of the API server.
    public static void assertEvent(String node, String uid, String message) {
        ObjectReference about = ObjectReference.node(node, uid);
        String name = EventJson.name(about, NOON);
        String text =
                EventJson.creation("test", new PendingEvent(about, "Warning", "Some", message), about, name, NOON);
        JsonNode event = DatabindJson.tree(text.getBytes(StandardCharsets.UTF_8));

        assertThat(name).hasSizeLessThanOrEqualTo(253);
        assertThat(event.at("/involvedObject/name").asText()).isEqualTo(node);
        assertThat(event.at("/message").asText()).hasSizeLessThanOrEqualTo(1024);
        assertThat(message).startsWith(event.at("/message").asText().substring(0, Math.min(message.length(), 1000)));
    }
}
