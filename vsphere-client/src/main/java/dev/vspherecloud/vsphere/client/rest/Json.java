package dev.vspherecloud.vsphere.client.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;

/// Reads JSON from somebody we do not trust: one document, of bounded depth; how long it is, is up to the
/// stream.
public final class Json {
    /// Deeper than any answer of the tagging interface.
    static final int MAX_DEPTH = 32;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(1 << 20)
                            .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /// The document; a missing node when there is none.
    ///
    /// @throws MalformedJsonException for anything else
    public static JsonNode read(InputStream document) {
        try {
            return MAPPER.readTree(document);
        } catch (IOException e) {
            throw new MalformedJsonException("not JSON", e);
        }
    }

    /// A text field of an object; it must be there.
    public static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        if (!value.isTextual()) {
            throw new MalformedJsonException("no text in field '%s'".formatted(field));
        }
        return value.textValue();
    }

    /// An array; `null` and nothing at all are empty ones, as older servers have it.
    public static Iterable<JsonNode> array(JsonNode value) {
        if (!value.isArray() && !value.isNull() && !value.isMissingNode()) {
            throw new MalformedJsonException("no array where one should be");
        }
        return value;
    }
}
