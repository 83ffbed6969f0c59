package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Reads JSON with another library than the program's, so that tests see what other programs read in its output.
public final class DatabindJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private DatabindJson() {}

    public static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static JsonNode from(Object value) {
        return MAPPER.valueToTree(value);
    }
}
