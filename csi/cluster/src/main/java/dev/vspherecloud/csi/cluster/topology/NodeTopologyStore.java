package dev.vspherecloud.csi.cluster.topology;

import dev.vspherecloud.csi.domain.topology.NodeTopology;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.ObjectStore;
import java.util.HashMap;
import java.util.List;
import java.util.function.Consumer;

/// Keeps the `CSINodeTopology` objects.
final class NodeTopologyStore extends ObjectStore<String, NodeTopologyObject> {
    static final String PATH = "/apis/cns.vmware.com/v1alpha1/csinodetopologies";
    static final String SUCCESS = "Success";
    static final String ERROR = "Error";

    /// The maximum length of most texts that are kept.
    private static final int MAX_TEXT = 512;

    private static final JsonFields TEXT = JsonFields.text(MAX_TEXT);

    /// The maximum length of an error that is kept. The node plugins of all Nodes may write these objects.
    private static final int MAX_ERROR = 8_192;

    /// The maximum number of labels that are kept. Each configured category has one.
    private static final int MAX_LABELS = 64;

    private static final ObjectReader<NodeTopologyObject> READER = new ObjectReader<>(
            JsonFields.of(
                            "metadata.name",
                            "metadata.uid",
                            "metadata.resourceVersion",
                            "metadata.ownerReferences.kind",
                            "metadata.ownerReferences.uid")
                    .and(JsonFields.at(TEXT, "spec", "nodeID"))
                    .and(JsonFields.at(TEXT, "spec", "nodeuuid"))
                    .and(JsonFields.at(TEXT, "status", "status"))
                    .and(JsonFields.at(
                            JsonFields.texts(List.of("key", "value"), MAX_TEXT).withMaxItems(MAX_LABELS),
                            "status",
                            "topologyLabels"))
                    .and(JsonFields.at(JsonFields.text(MAX_ERROR), "status", "errorMessage")),
            NodeTopologyStore::read);

    NodeTopologyStore(Consumer<String> listener) {
        super(listener);
    }

    static NodeTopologyObject read(Json object) {
        var labels = new HashMap<String, String>();
        object.find("status", "topologyLabels")
                .items()
                .forEach(label -> labels.put(
                        label.find("key").asText(), label.find("value").asText()));
        String name = object.text("metadata", "name");
        String node = object.text("spec", "nodeID");
        return new NodeTopologyObject(
                name,
                object.text("metadata", "uid"),
                object.text("metadata", "resourceVersion"),
                node.isEmpty() ? name : node,
                object.find("metadata", "ownerReferences").items().stream()
                        .filter(owner -> owner.find("kind").asText().equals("Node"))
                        .map(owner -> owner.find("uid").asText())
                        .findFirst()
                        .orElse(""),
                new NodeTopology(
                        object.text("spec", "nodeuuid"),
                        switch (object.find("status", "status").asText()) {
                            case SUCCESS -> NodeTopology.State.SUCCESS;
                            case ERROR -> NodeTopology.State.ERROR;
                            default -> NodeTopology.State.UNANSWERED;
                        },
                        labels),
                object.find("status", "errorMessage").asText());
    }

    @Override
    public String name() {
        return "CSINodeTopologies";
    }

    @Override
    public String stalenessText() {
        return "and node plugins that start get no topology labels";
    }

    @Override
    public boolean isRequired() {
        return false;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public ObjectReader<NodeTopologyObject> reader() {
        return READER;
    }

    @Override
    public String key(NodeTopologyObject object) {
        return object.name();
    }

    @Override
    protected String uid(NodeTopologyObject object) {
        return object.uid();
    }

    @Override
    protected String resourceVersion(NodeTopologyObject object) {
        return object.resourceVersion();
    }

    @Override
    protected boolean isEquivalent(NodeTopologyObject known, NodeTopologyObject later) {
        return known.topology().equals(later.topology())
                && known.node().equals(later.node())
                && known.error().equals(later.error());
    }
}
