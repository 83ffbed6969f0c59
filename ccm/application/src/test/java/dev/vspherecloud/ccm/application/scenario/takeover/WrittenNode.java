package dev.vspherecloud.ccm.application.scenario.takeover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The fields that a cloud provider writes on a Node.
///
/// @param fields by name and key, as in `metadata.labels topology.kubernetes.io/zone`: one value or several
record WrittenNode(String name, Map<String, List<String>> fields) {
    private static final String OWN_PREFIX = "vspherecloud.dev/";

    private static final String ADDRESSES = "status.addresses";

    /// The position of vCenter's newest event, so never the same twice.
    private static final String SEEN = "metadata.annotations vspherecloud.dev/vm-seen";

    static WrittenNode of(JsonNode node) {
        var fields = new TreeMap<String, List<String>>();
        put(fields, "spec.providerID", node.at("/spec/providerID").asText());
        node.at("/spec/taints")
                .forEach(taint -> fields.put(
                        "spec.taints " + taint.path("key").asText(),
                        List.of(taint.path("effect").asText())));
        node.at("/metadata/labels").properties().forEach(each -> put(fields, "metadata.labels", each));
        node.at("/metadata/annotations").properties().forEach(each -> put(fields, "metadata.annotations", each));
        fields.put(ADDRESSES, byType(NodeAssertions.addresses(node)));
        fields.computeIfPresent(SEEN, (_, _) -> List.of());
        return new WrittenNode(NodeAssertions.name(node), fields);
    }

    /// Returns the fields of the fixture, as an API server returns them.
    static WrittenNode of(NodeSpec spec) {
        var fields = new TreeMap<String, List<String>>();
        put(fields, "spec.providerID", spec.providerId());
        spec.labels().forEach((key, value) -> fields.put("metadata.labels " + key, List.of(value)));
        fields.put(
                ADDRESSES,
                byType(spec.addresses().stream()
                        .map(address -> address.type() + "=" + address.address())
                        .toList()));
        return new WrittenNode(spec.name(), fields);
    }

    private static void put(Map<String, List<String>> fields, String field, Map.Entry<String, JsonNode> entry) {
        fields.put(field + " " + entry.getKey(), List.of(entry.getValue().asText()));
    }

    private static void put(Map<String, List<String>> fields, String field, String value) {
        if (!value.isEmpty()) {
            fields.put(field, List.of(value));
        }
    }

    /// Returns the fields without the annotations of this provider, and without those that a kubelet writes.
    WrittenNode withoutOwnAnnotations() {
        var rest = new TreeMap<>(fields);
        rest.keySet()
                .removeIf(field -> field.startsWith("metadata.annotations " + OWN_PREFIX)
                        || field.startsWith("metadata.labels kubernetes.io/"));
        return new WrittenNode(name, rest);
    }

    /// Returns the changes from this state to the other, as in `w-1 spec.providerID [] -> [vsphere://…]`.
    SortedSet<String> changes(WrittenNode now) {
        var keys = new TreeSet<>(fields.keySet());
        keys.addAll(now.fields.keySet());
        var changes = new TreeSet<String>();
        for (String key : keys) {
            List<String> had = fields.getOrDefault(key, List.of());
            List<String> has = now.fields.getOrDefault(key, List.of());
            if (!had.equals(has) || fields.containsKey(key) != now.fields.containsKey(key)) {
                changes.add(name + " " + key + " " + had + " -> " + has);
            }
        }
        return changes;
    }

    /// Returns the changes of a plan in the same form.
    ///
    /// @param node of `plan -o json`
    static SortedSet<String> planned(JsonNode node) {
        var changes = new TreeSet<String>();
        for (JsonNode write : node.path("writes")) {
            String key =
                    write.path("key").isNull() ? "" : " " + write.path("key").asText();
            String field = write.path("field").asText() + key;
            boolean isSeen = field.equals(SEEN);
            changes.add("%s %s %s -> %s"
                    .formatted(
                            node.path("name").asText(),
                            field,
                            isSeen ? List.of() : texts(field, write.path("has")),
                            isSeen ? List.of() : texts(field, write.path("gets"))));
        }
        return changes;
    }

    private static List<String> texts(String field, JsonNode items) {
        List<String> texts = items.valueStream().map(JsonNode::asText).toList();
        return field.equals(ADDRESSES) ? byType(texts) : texts;
    }

    /// Sorts by type. The order of the types has no meaning, and the API server changes it.
    private static List<String> byType(List<String> addresses) {
        return addresses.stream()
                .sorted(Comparator.comparing(address -> address.substring(0, address.indexOf('='))))
                .toList();
    }

    /// Returns the whole object of the API server, without the annotations of this provider and the API server's
    /// own counters.
    static JsonNode whole(JsonNode node) {
        JsonNode copy = node.deepCopy();
        if (copy.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("resourceVersion", "managedFields"));
            if (metadata.path("annotations") instanceof ObjectNode annotations) {
                annotations
                        .properties()
                        .removeIf(annotation -> annotation.getKey().startsWith(OWN_PREFIX));
                if (annotations.isEmpty()) {
                    metadata.remove("annotations");
                }
            }
        }
        return copy;
    }
}
