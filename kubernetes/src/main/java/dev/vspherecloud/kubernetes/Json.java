package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// JSON, as the API server speaks it. What we have no field for is skipped while reading and never held.
final class Json {
    private static final int LONGEST_MESSAGE = 500;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // Maps and lists of the domain hold no null, and the API server sends none in them.
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.SKIP))
            .build();

    private Json() {}

    static <T> T read(byte[] bytes, Class<T> type) {
        try {
            return MAPPER.readValue(bytes, type);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    static JsonNode tree(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    static <T> T convert(JsonNode tree, Class<T> type) {
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw unreadable(e);
        }
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode from(Object value) {
        return MAPPER.valueToTree(value);
    }

    static String statusMessage(byte[] bytes) {
        String text;
        try {
            text = MAPPER.readTree(bytes).path("message").asText("");
        } catch (IOException e) {
            text = new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
        }
        return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "…" : text;
    }

    /// The library's message quotes what it read, which may be a Secret, so neither it nor the cause is kept.
    private static KubeException unreadable(IOException e) {
        String where = e instanceof JsonProcessingException json && json.getLocation() != null
                ? " at line %d, column %d"
                        .formatted(
                                json.getLocation().getLineNr(),
                                json.getLocation().getColumnNr())
                : "";
        return new KubeException(
                KubeException.Kind.SERVER_FAILED,
                "the API server's answer is no JSON that can be read%s; is there something else at its address?"
                        .formatted(where));
    }
}
