package dev.vspherecloud.testkit.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Converts the input of a fuzzer to a Node in JSON, as the API server sends it.
///
/// Bytes that begin with `{` are the JSON itself. Any other bytes are [FuzzedTexts], with one field on each line in the
/// order of [#FIELDS]. The lines that follow are annotations, alternating key and value. A field with an empty line is
/// left out.
public final class FuzzedNode {
    /// The fields in the order of the lines. Names with a slash are annotations.
    public static final List<String> FIELDS = List.of(
            "name",
            "providerID",
            "systemUUID",
            "vspherecloud.dev/vcenter",
            "vspherecloud.dev/vm",
            "vspherecloud.dev/vm-instance-uuid",
            "vspherecloud.dev/vm-home",
            "vspherecloud.dev/vm-seen",
            "alpha.kubernetes.io/provided-node-ip",
            "address",
            "label",
            "taint",
            "ready",
            "heartbeat");

    private static final JsonMapper JSON = JsonMapper.builder()
            // Keeps unpaired surrogates, as escapes.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private FuzzedNode() {}

    public static byte[] json(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == '{' ? bytes : json(FuzzedTexts.of(bytes));
    }

    private static byte[] json(FuzzedTexts texts) {
        ObjectNode node = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
        for (int i = 0; i < FIELDS.size(); i++) {
            if (!texts.get(i).isEmpty()) {
                put(node, FIELDS.get(i), texts.get(i));
            }
        }
        List<String> more = texts.from(FIELDS.size());
        for (int i = 0; i + 1 < more.size(); i += 2) {
            put(node, "/" + more.get(i), more.get(i + 1));
        }
        try {
            return JSON.writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    private static void put(ObjectNode node, String field, String text) {
        ObjectNode metadata = node.withObjectProperty("metadata");
        ObjectNode spec = node.withObjectProperty("spec");
        ObjectNode status = node.withObjectProperty("status");
        switch (field) {
            case "name" -> metadata.put("name", text).put("uid", "uid-1").put("resourceVersion", "7");
            case "providerID" -> spec.put(field, text);
            case "systemUUID" -> status.withObjectProperty("nodeInfo").put(field, text);
            case "address" ->
                status.withArrayProperty("addresses")
                        .addObject()
                        .put("type", "InternalIP")
                        .put("address", text);
            case "label" -> metadata.withObjectProperty("labels").put(text, text);
            case "taint" ->
                spec.withArrayProperty("taints")
                        .addObject()
                        .put("key", text)
                        .put("effect", "NoSchedule")
                        .put("value", text);
            case "ready" -> condition(status).put("type", "Ready").put("status", text);
            case "heartbeat" -> condition(status).put("lastHeartbeatTime", text);
            default -> metadata.withObjectProperty("annotations").put(key(field), text);
        }
    }

    private static String key(String field) {
        return field.startsWith("/") ? field.substring(1) : field;
    }

    private static ObjectNode condition(ObjectNode status) {
        var conditions = status.withArrayProperty("conditions");
        return conditions.isEmpty() ? conditions.addObject() : (ObjectNode) conditions.get(0);
    }
}
