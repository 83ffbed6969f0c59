package dev.vspherecloud.kubernetes;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.json.JsonReader;
import dev.vspherecloud.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// Reads the JSON of the API server. Every method throws a [KubeException] if the JSON is not valid.
public final class ApiJson {
    private static final int MAX_DEPTH = 1_000;
    private static final int MAX_TEXT = 20_000_000;
    private static final int MAX_MESSAGE_LENGTH = 500;

    public static final JsonReader READER = new JsonReader(MAX_DEPTH, MAX_TEXT);

    private ApiJson() {}

    public static Json tree(byte[] bytes) {
        return tree(bytes, JsonFields.ALL);
    }

    public static Json tree(byte[] bytes, JsonFields fields) {
        return readable(() -> READER.read(bytes, fields));
    }

    public static <T> T readable(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (MalformedJsonException e) {
            throw new KubeException(
                    KubeException.Kind.SERVER_FAILED,
                    "the response of the API server cannot be read (%s); check that the URL is that of an API server"
                            .formatted(e.getMessage()));
        }
    }

    static String statusMessage(byte[] bytes) {
        String text;
        try {
            text = READER.read(bytes, JsonFields.of("message")).find("message").asText();
        } catch (MalformedJsonException e) {
            text = new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
        }
        return text.length() > MAX_MESSAGE_LENGTH ? text.substring(0, MAX_MESSAGE_LENGTH) + "…" : text;
    }
}
