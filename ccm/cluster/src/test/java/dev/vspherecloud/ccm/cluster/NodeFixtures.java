package dev.vspherecloud.ccm.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// Nodes as the API server returns them.
final class NodeFixtures {
    static final String TAINT =
            "{\"key\":\"node.cloudprovider.kubernetes.io/uninitialized\",\"value\":\"true\",\"effect\":\"NoSchedule\"}";

    private NodeFixtures() {}

    /// Returns a Node that waits for its cloud provider.
    static String fresh(String name, int version) {
        return node(name, version, "", "[" + TAINT + "]", "");
    }

    static String node(String name, int version, String providerId, String taints, String heartbeat) {
        return """
                {"kind":"Node","apiVersion":"v1","metadata":{"name":"%s","uid":"uid-%s","resourceVersion":"%d",
                "creationTimestamp":"2026-01-02T03:04:05Z","labels":{"topology.kubernetes.io/zone":"linux"},
                "annotations":{"vspherecloud.dev/keep":"Größe","kubectl.kubernetes.io/last-applied-configuration":"{}"},
                "managedFields":[{"manager":"kubelet","fieldsV1":{"f:metadata":{}}}]},
                "spec":{"providerID":"%s","taints":%s},
                "status":{"conditions":[{"type":"MemoryPressure","status":"False"},
                {"type":"Ready","status":"True","lastHeartbeatTime":"%s"}],
                "addresses":[{"type":"InternalIP","address":"10.0.0.4"},{"type":"Future","address":"x"}],
                "nodeInfo":{"systemUUID":"4237558d-a1b2-c3d4-e5f6-0123456789ab","kubeletVersion":"v1.36.3"},
                "images":[{"names":["registry/image:1"],"sizeBytes":1}]}}
                """.formatted(name, name, version, providerId, taints, heartbeat).replace("\n", "");
    }

    /// Returns the patch that a kubelet sends for the status of its Node.
    static String readyPatch(String status, Instant heartbeat) {
        return "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"%s\",\"lastHeartbeatTime\":\"%s\"}]}}"
                .formatted(status, heartbeat);
    }

    static CachedNode known(String json) {
        return NodeJson.READER.object(json.getBytes(StandardCharsets.UTF_8));
    }

    static String event(String type, String object) {
        return "{\"type\":\"%s\",\"object\":%s}".formatted(type, object);
    }
}
