package dev.vspherecloud.vsphere.client.rest;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonReader;
import dev.vspherecloud.json.MalformedJsonException;
import java.io.InputStream;
import java.util.List;

/// Reads JSON from somebody we do not trust: one document, of bounded depth; how long it is, is up to the
/// stream. Its errors are [MalformedJsonException].
public final class RestJson {
    /// Deeper than any answer of the tagging interface.
    static final int MAX_DEPTH = 32;

    private static final JsonReader READER = new JsonReader(MAX_DEPTH, 1 << 20);

    private RestJson() {}

    /// The document; nothing if it is empty.
    public static Json read(InputStream document) {
        return READER.read(document);
    }

    /// A text itself.
    ///
    /// @param what it is, for the error
    public static String text(Json value, String what) {
        if (value instanceof Json.Text(String text)) {
            return text;
        }
        throw new MalformedJsonException("no " + what);
    }

    /// A text field of an object; it must be there.
    public static String field(Json object, String name) {
        return text(object.find(name), "text in field '%s'".formatted(name));
    }

    /// A list; `null` and nothing at all are empty ones, as older servers have it.
    public static List<Json> list(Json value) {
        return switch (value) {
            case Json.Items(List<Json> items) -> items;
            case Json.Nothing _ -> List.of();
            default -> throw new MalformedJsonException("no array where one should be");
        };
    }
}
