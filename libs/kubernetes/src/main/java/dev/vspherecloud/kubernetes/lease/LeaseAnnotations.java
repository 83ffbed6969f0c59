package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Reads and replaces the annotations of a Lease that have this prefix. Keys in the results do not contain the
/// prefix.
public record LeaseAnnotations(String prefix) {
    public Map<String, String> of(Json lease) {
        Map<String, String> texts = new HashMap<>();
        lease.find("metadata", "annotations").members().forEach((key, text) -> {
            if (key.startsWith(prefix)) {
                texts.put(key.substring(prefix.length()), text.asText());
            }
        });
        return texts;
    }

    /// Returns the same Lease with exactly these annotations under the prefix.
    public Json.Members replaced(Json.Members lease, Map<String, String> texts) {
        Json.Members metadata = lease.find("metadata").asObject();
        Json.Members annotations = metadata.find("annotations").asObject().without(key -> key.startsWith(prefix));
        for (Map.Entry<String, String> text : new TreeMap<>(texts).entrySet()) {
            annotations = annotations.with(prefix + text.getKey(), text.getValue());
        }
        return lease.with("metadata", metadata.with("annotations", annotations));
    }
}
