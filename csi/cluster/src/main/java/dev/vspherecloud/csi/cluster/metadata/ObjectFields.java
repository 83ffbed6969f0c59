package dev.vspherecloud.csi.cluster.metadata;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads fields whose names have dots, and labels.
final class ObjectFields {
    private ObjectFields() {}

    /// Selects fields of the member at this path.
    static JsonFields member(JsonFields fields, String... path) {
        JsonFields selected = fields;
        for (String name : List.of(path).reversed()) {
            selected = JsonFields.member(name, selected);
        }
        return selected;
    }

    static Map<String, String> labels(Json object) {
        var labels = new TreeMap<String, String>();
        object.find("metadata", "labels").members().forEach((key, value) -> labels.put(key, value.asText()));
        return labels;
    }
}
