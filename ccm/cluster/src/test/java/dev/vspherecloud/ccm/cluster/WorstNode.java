package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A Node with as much as its kubelet can make the provider keep: 49 annotations of 5,000 bytes, and all labels,
/// addresses and taints that have a place. The texts of two Nodes differ, and a character of each that may be of any
/// alphabet takes two bytes.
final class WorstNode {
    private static final String LONG = "\u0436".repeat(2_490);

    private WorstNode() {}

    static String json(int number) {
        Json.Members meta = Json.object()
                .with("name", "w-" + number)
                .with("uid", "00000000-0000-4000-8000-%012d".formatted(number))
                .with("resourceVersion", Integer.toString(number))
                .with("labels", Json.texts(labels(number)))
                .with("annotations", Json.texts(annotations(number)));
        List<Json> addresses = IntStream.range(0, 500)
                .<Json>mapToObj(i -> Json.object()
                        .with("type", "Hostname")
                        .with("address", (number + "-" + i + LONG).substring(0, 253)))
                .toList();
        return Json.object()
                .with("metadata", meta)
                .with(
                        "spec",
                        Json.object().with("providerID", number + LONG).with("taints", Json.items(taints(number))))
                .with(
                        "status",
                        Json.object()
                                .with("addresses", Json.items(addresses))
                                .with("nodeInfo", Json.object().with("systemUUID", number + LONG)))
                .toString();
    }

    private static Map<String, String> annotations(int number) {
        return Stream.concat(
                        NodeJson.ANNOTATIONS.stream(), IntStream.range(0, 49).mapToObj(i -> "a.example/" + i))
                .limit(49)
                .collect(Collectors.toMap(key -> key, _ -> number + LONG));
    }

    private static Map<String, String> labels(int number) {
        return Stream.concat(
                        NodeSettings.FIXED_LABEL_KEYS.stream(),
                        IntStream.range(0, 500).mapToObj(i -> "a.example/" + i))
                .collect(Collectors.toMap(key -> key, _ -> "%063d".formatted(number)));
    }

    /// Returns as many taints as are kept, with nearly as many characters.
    private static List<Json> taints(int number) {
        return IntStream.range(0, NodeTaints.MAX_TAINTS)
                .<Json>mapToObj(i -> Json.object()
                        .with("key", "%s.example/%063d".formatted("a".repeat(42), i))
                        .with("value", "%063d".formatted(number))
                        .with("effect", "NoExecute")
                        .with("timeAdded", "2026-01-01T00:00:00Z"))
                .toList();
    }
}
