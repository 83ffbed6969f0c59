package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/// What holds of all that this library writes, whatever it was told.
public final class WireChecks {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private WireChecks() {}

    /// An Event about a Node is JSON with the message in it, within the limits of the API server.
    public static void assertEvent(String node, String uid, String message) {
        EventSubject about = EventSubject.node(node, uid);
        String name = EventJson.name(about, NOON);
        String text = EventJson.first("test", new EventNote(about, "Warning", "Some", message), about, name, NOON);
        JsonNode event = DatabindJson.tree(text.getBytes(StandardCharsets.UTF_8));

        assertThat(name).hasSizeLessThanOrEqualTo(253);
        assertThat(event.at("/involvedObject/name").asText()).isEqualTo(node);
        assertThat(event.at("/message").asText()).hasSizeLessThanOrEqualTo(1024);
        assertThat(message).startsWith(event.at("/message").asText().substring(0, Math.min(message.length(), 1000)));
    }

    /// Whatever the spec of a Lease says, it is judged without an overflow, and its holder is written as it was read.
    public static void assertElection(Json spec) {
        LeaseRecord record = KubeLeases.read(spec);
        var sight = LeaseSight.after(null, record, Duration.ofDays(1));
        assertThat(sight.isValid(Duration.ofDays(400_000))).isIn(true, false);
        Json.Members written = KubeLeases.written(record, Json.object());
        assertThat(KubeLeases.read(reread(written)).holder()).isEqualTo(record.holder());
    }

    /// As it comes back from the API server.
    public static Json reread(Json written) {
        return ApiJson.tree(written.toString().getBytes(StandardCharsets.UTF_8));
    }
}
