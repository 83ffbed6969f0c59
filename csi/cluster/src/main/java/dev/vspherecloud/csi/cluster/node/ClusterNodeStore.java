package dev.vspherecloud.csi.cluster.node;

import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.ObjectStore;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Keeps the Nodes, without what their CSINodes say.
final class ClusterNodeStore extends ObjectStore<NodeName, ClusterNodeStore.Versioned> {
    static final String PATH = "/api/v1/nodes";

    /// The start of the names of this driver's volumes in `status.volumesInUse`; the handle follows.
    ///
    /// Rule from: Kubernetes, pkg/volume/csi, the name of the plugin and its separator.
    private static final String IN_USE = "kubernetes.io/csi/" + KubeClusterObjects.DRIVER + "^";

    private static final ObjectReader<Versioned> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.uid",
                    "metadata.resourceVersion",
                    "metadata.labels",
                    "metadata.annotations",
                    "spec.providerID",
                    "status.nodeInfo.systemUUID",
                    "status.volumesInUse"),
            ClusterNodeStore::read);

    /// A Node and its version.
    record Versioned(String resourceVersion, ClusterNode node) {}

    ClusterNodeStore(Consumer<NodeName> listener) {
        super(listener);
    }

    private static Versioned read(Json node) {
        Map<String, String> annotations = node.texts("metadata", "annotations");
        return new Versioned(
                node.text("metadata", "resourceVersion"),
                new ClusterNode(
                        new NodeName(ObjectKeys.required(node, "Node")),
                        node.text("metadata", "uid"),
                        node.texts("metadata", "labels"),
                        node.text("spec", "providerID"),
                        node.text("status", "nodeInfo", "systemUUID"),
                        RecordedVm.from(annotations),
                        node.list(Json::asText, "status", "volumesInUse").stream()
                                .filter(volume -> volume.startsWith(IN_USE))
                                .map(volume -> volume.substring(IN_USE.length()))
                                .collect(Collectors.toSet()),
                        annotations.getOrDefault(AttachLimitAnnotation.KEY, ""),
                        Optional.empty()));
    }

    @Override
    public String name() {
        return "Nodes";
    }

    @Override
    public String stalenessText() {
        return "volumes are not listed, and the Nodes that were read last stay known";
    }

    @Override
    public boolean isRequired() {
        return true;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public ObjectReader<Versioned> reader() {
        return READER;
    }

    @Override
    public NodeName key(Versioned node) {
        return node.node().name();
    }

    @Override
    protected String uid(Versioned node) {
        return node.node().uid();
    }

    @Override
    protected String resourceVersion(Versioned node) {
        return node.resourceVersion();
    }

    @Override
    protected boolean isEquivalent(Versioned known, Versioned later) {
        return known.node().equals(later.node());
    }

    /// Keeps the parts of the known state: the kubelet writes a Node every few minutes without a change that matters
    /// here.
    @Override
    protected Versioned merge(Versioned known, Versioned later) {
        return new Versioned(later.resourceVersion(), known.node());
    }
}
