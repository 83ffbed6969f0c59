package dev.vspherecloud.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.conformance.Project;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/// The descriptions of all values of the chart, from `values.schema.json`, and their defaults from `values.yaml`.
///
/// @param values in the order of `values.yaml`; a value comes before the values inside it
record ValueDescriptions(List<Value> values) {
    /// Values that the README shows as a whole: their keys are those of the Kubernetes API.
    private static final List<String> WHOLE = List.of(
            "daemonset.resources",
            "daemonset.affinity",
            "daemonset.containerSecurityContext",
            "daemonset.probes.startup",
            "daemonset.probes.liveness",
            "daemonset.probes.readiness",
            "metrics.dashboard.labels");

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNode SCHEMA = schema();

    ValueDescriptions {
        values = List.copyOf(values);
    }

    /// @param initial YAML in one line; empty if the value contains other values
    record Value(String path, String initial, String description, Optional<JsonNode> example) {
        String top() {
            return path.split("\\.")[0];
        }

        boolean isGroup() {
            return initial.isEmpty();
        }
    }

    static ValueDescriptions read() {
        var values = new ArrayList<Value>();
        collect("", new Yaml().load(Project.read(Chart.FOLDER.resolve("values.yaml"))), values);
        return new ValueDescriptions(values);
    }

    /// Returns the schema of a value, if it has one with this path. References at its end are not followed, because the
    /// description is beside the reference.
    static Optional<JsonNode> property(String path) {
        JsonNode at = SCHEMA;
        for (String key : path.split("\\.")) {
            at = resolved(at).path("properties").path(key);
        }
        return Optional.of(at).filter(node -> !node.isMissingNode());
    }

    /// Returns the paths of all properties in the schema without a description.
    static List<String> undescribed() {
        var paths = new ArrayList<String>();
        collectUndescribed("", SCHEMA, paths);
        return paths;
    }

    /// Renders a value as YAML: in one line, or as a block.
    static String yaml(JsonNode value, DumperOptions.FlowStyle style) {
        return yaml(MAPPER.convertValue(value, Object.class), style);
    }

    private static String yaml(Object value, DumperOptions.FlowStyle style) {
        var options = new DumperOptions();
        options.setDefaultFlowStyle(style);
        options.setWidth(10_000);
        return new Yaml(options).dump(value).strip();
    }

    private static void collect(String prefix, Map<?, ?> map, List<Value> values) {
        map.forEach((key, value) -> {
            String path = prefix + key;
            JsonNode schema = property(path).orElseThrow(() -> new IllegalStateException("no schema for " + path));
            boolean isGroup = value instanceof Map<?, ?> inner && !inner.isEmpty() && !WHOLE.contains(path);
            values.add(new Value(
                    path,
                    isGroup ? "" : value == null ? "null" : initial(value),
                    schema.path("description").asText(),
                    Optional.ofNullable(schema.path("examples").get(0))));
            if (isGroup && value instanceof Map<?, ?> inner) {
                collect(path + ".", inner, values);
            }
        });
    }

    private static String initial(Object value) {
        return value.equals("") ? "\"\"" : yaml(value, DumperOptions.FlowStyle.FLOW);
    }

    private static JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asText();
        return reference.isEmpty() ? schema : SCHEMA.at(reference.substring(1));
    }

    private static void collectUndescribed(String path, JsonNode node, List<String> paths) {
        node.path("properties").properties().stream()
                .filter(property ->
                        property.getValue().path("description").asText().isBlank())
                .forEach(property -> paths.add(path + "/" + property.getKey()));
        node.properties().forEach(entry -> collectUndescribed(path + "/" + entry.getKey(), entry.getValue(), paths));
    }

    private static JsonNode schema() {
        try {
            return MAPPER.readTree(Project.read(Chart.FOLDER.resolve("values.schema.json")));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns the descriptions by path.
    Map<String, Value> byPath() {
        var byPath = new LinkedHashMap<String, Value>();
        values.forEach(value -> byPath.put(value.path(), value));
        return byPath;
    }
}
