package dev.vspherecloud.csi.cluster.metadata;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import java.util.Map;
import java.util.TreeMap;

/// Reads labels.
final class ObjectFields {
    /// The maximum number of labels of an object that are kept and recorded in CNS, the first ones in the order of the
    /// API server, which sorts by key. The API server accepts a megabyte of labels, and users of a namespace write
    /// those of its claims.
    static final int MAX_LABELS = 64;

    static final JsonFields LABELS = JsonFields.at(JsonFields.ALL.withMaxItems(MAX_LABELS), "metadata", "labels");

    private ObjectFields() {}

    static Map<String, String> labels(Json object) {
        var labels = new TreeMap<String, String>();
        object.find("metadata", "labels").members().forEach((key, value) -> labels.put(key, value.asText()));
        return labels;
    }
}
