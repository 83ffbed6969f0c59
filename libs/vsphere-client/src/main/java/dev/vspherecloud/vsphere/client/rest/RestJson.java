package dev.vspherecloud.vsphere.client.rest;

import dev.vspherecloud.http.HeapCharge;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonReader;
import dev.vspherecloud.json.MalformedJsonException;
import java.io.InputStream;
import java.util.List;

/// Reads untrusted JSON: one document, of bounded depth; the given stream limits its length. Its errors are
/// [MalformedJsonException].
public final class RestJson {
    /// The largest depth of a document: deeper than any response of the tagging API.
    static final int MAX_DEPTH = 32;

    private static final JsonReader READER = new JsonReader(MAX_DEPTH, 1 << 20);

    private RestJson() {}

    /// Reads the document. An empty document counts as an absent value.
    ///
    /// @param heap is charged for the values
    public static Json read(InputStream document, HeapCharge heap) {
        return READER.read(document, heap::charge);
    }

    /// Returns the text of a value that must be a text.
    ///
    /// @param what the name of the value, for the error
    public static String text(Json value, String what) {
        if (value instanceof Json.Text(String text)) {
            return text;
        }
        throw new MalformedJsonException("no " + what);
    }

    /// Returns a text field of an object. The field must be present.
    public static String field(Json object, String name) {
        return text(object.find(name), "text in field '%s'".formatted(name));
    }

    /// Returns the items of a list. A `null` and an absent value count as empty lists, as older servers send
    /// them.
    public static List<Json> list(Json value) {
        return switch (value) {
            case Json.Items(List<Json> items) -> items;
            case Json.Missing _ -> List.of();
            default -> throw new MalformedJsonException("expected an array");
        };
    }
}
