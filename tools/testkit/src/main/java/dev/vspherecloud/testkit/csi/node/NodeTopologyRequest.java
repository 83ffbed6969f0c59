package dev.vspherecloud.testkit.csi.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.vspherecloud.testkit.servers.KubeObjects;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Requests the topology of a Node as the Node service of vsphere-csi-driver (Go) does: it writes a `CSINodeTopology`
/// with the name of the Node, and the controller of the driver writes the labels into the status.
///
/// Threads: one.
public final class NodeTopologyRequest {
    private static final String OBJECTS = "/apis/cns.vmware.com/v1alpha1/csinodetopologies";

    private final KubeObjects objects;
    private final String node;
    private final String nodeUuid;
    private boolean requested;

    /// @param nodeUuid the BIOS UUID of the VM, lower case with dashes
    public NodeTopologyRequest(KubeObjects objects, String node, String nodeUuid) {
        this.objects = objects;
        this.node = node;
        this.nodeUuid = nodeUuid;
    }

    String nodeUuid() {
        return nodeUuid;
    }

    /// Returns the segments if the controller has answered with `Success`. The first call of a process discards an
    /// older answer.
    Optional<Map<String, String>> segments() {
        if (!requested) {
            request();
            requested = true;
        }
        JsonNode status = objects.get(path()).path("status");
        if (!status.path("status").asText().equals("Success")) {
            return Optional.empty();
        }
        var segments = new TreeMap<String, String>();
        status.path("topologyLabels")
                .forEach(label -> segments.put(
                        label.path("key").asText(), label.path("value").asText()));
        return Optional.of(segments);
    }

    /// Discards the answer, as a restart of the Node service does.
    public void renew() {
        requested = false;
    }

    private void request() {
        JsonNode owner = objects.node(node);
        var object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "cns.vmware.com/v1alpha1").put("kind", "CSINodeTopology");
        var metadata = object.putObject("metadata").put("name", node);
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node)
                .put("uid", owner.at("/metadata/uid").asText());
        object.putObject("spec").put("nodeID", node).put("nodeuuid", nodeUuid);
        if (objects.find(path()).isPresent()) {
            object.putObject("status").putNull("status").putNull("errorMessage").putNull("topologyLabels");
            objects.patch(path(), object.toString());
        } else {
            objects.create(OBJECTS, object.toString());
        }
    }

    private String path() {
        return OBJECTS + "/" + node;
    }
}
