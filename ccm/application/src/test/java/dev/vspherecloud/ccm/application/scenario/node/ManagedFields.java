package dev.vspherecloud.ccm.application.scenario.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The fields of an object that a program wrote, as recorded by the API server in `metadata.managedFields`.
///
/// Rule from: Kubernetes, fields of version 1: `f:<name>` is a field, `k:<key>` and `v:<value>` an item of a list.
final class ManagedFields {
    private static final String FIELD = "f:";

    /// Maps with arbitrary keys, and lists. The collected paths end there.
    private static final List<String> OPEN = List.of("metadata.annotations", "metadata.labels", "involvedObject");

    private ManagedFields() {}

    /// @param manager returns true for the managers that count
    static Set<String> of(JsonNode object, Predicate<String> manager) {
        var paths = new TreeSet<String>();
        for (JsonNode entry : object.path("metadata").path("managedFields")) {
            if (manager.test(entry.path("manager").asText())) {
                collect("", entry.path("fieldsV1"), paths);
            }
        }
        return paths;
    }

    private static void collect(String path, JsonNode fields, Set<String> paths) {
        boolean isLeaf = true;
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            if (field.getKey().startsWith(FIELD) && !OPEN.contains(path)) {
                String name = field.getKey().substring(FIELD.length());
                collect(path.isEmpty() ? name : path + "." + name, field.getValue(), paths);
                isLeaf = false;
            }
        }
        if (isLeaf && !path.isEmpty()) {
            paths.add(path);
        }
    }
}
