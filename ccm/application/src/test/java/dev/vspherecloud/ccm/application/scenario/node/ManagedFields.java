package dev.vspherecloud.ccm.application.scenario.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Which fields of an object a program wrote, as the API server noted it in `metadata.managedFields`.
///
/// Rule from: Kubernetes, fields of version 1: `f:<name>` is a field, `k:<key>` and `v:<value>` an item of a list.
final class ManagedFields {
    private static final String FIELD = "f:";

    /// Maps with keys of anybody's choice, and lists: what is in them has no name of its own.
    private static final List<String> OPEN = List.of("metadata.annotations", "metadata.labels", "involvedObject");

    private ManagedFields() {}

    /// @param manager says which of those that wrote to it count
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
