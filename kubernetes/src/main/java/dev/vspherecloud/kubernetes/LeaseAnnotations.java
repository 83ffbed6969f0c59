package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The annotations of a Lease that are ours: all with one prefix. Keys are without it.
record LeaseAnnotations(String prefix) {
    Map<String, String> of(ObjectNode lease) {
        Map<String, String> texts = new HashMap<>();
        for (Map.Entry<String, JsonNode> annotation :
                lease.path("metadata").path("annotations").properties()) {
            if (annotation.getKey().startsWith(prefix)) {
                texts.put(
                        annotation.getKey().substring(prefix.length()),
                        annotation.getValue().asText(""));
            }
        }
        return texts;
    }

    /// The same Lease, changed so that exactly these are ours.
    ObjectNode replaced(ObjectNode lease, Map<String, String> texts) {
        ObjectNode annotations = lease.withObjectProperty("metadata").withObjectProperty("annotations");
        List<String> ours = annotations.properties().stream()
                .map(Map.Entry::getKey)
                .filter(key -> key.startsWith(prefix))
                .toList();
        annotations.remove(ours);
        new TreeMap<>(texts).forEach((key, text) -> annotations.put(prefix + key, text));
        return lease;
    }
}
