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
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps the Nodes, without what their CSINodes say.
final class ClusterNodeStore extends ObjectStore<NodeName, ClusterNodeStore.Versioned> {
    static final String PATH = "/api/v1/nodes";

    /// The start of the names of this driver's volumes in `status.volumesInUse`; the handle follows.
    ///
    /// Rule from: Kubernetes, pkg/volume/csi, the name of the plugin and its separator.
    private static final String IN_USE = "kubernetes.io/csi/" + KubeClusterObjects.DRIVER + "^";

    /// The maximum length of a text that is kept. A kubelet may write longer ones to its own Node.
    private static final int MAX_TEXT = 512;

    /// The maximum number of labels, and of volumes, that are read.
    private static final int MAX_ITEMS = 1_024;

    /// The maximum number of topology labels that are kept. Each configured category has one.
    private static final int MAX_LABELS = 64;

    /// The maximum number of volumes in use that are kept. A VM has at most 256 disks.
    private static final int MAX_VOLUMES = 256;

    /// The domains of the keys of topology labels; no other label of a Node is read.
    ///
    /// Rule from: the option for the label key of a category.
    private static final Set<String> TOPOLOGY_DOMAINS =
            Set.of("topology.csi.vmware.com", "topology.kubernetes.io", "failure-domain.beta.kubernetes.io");

    /// The keys of the annotations that are read.
    private static final Set<String> ANNOTATIONS = Stream.concat(
                    RecordedVm.KEYS.stream(), Stream.of(AttachLimitAnnotation.KEY))
            .collect(Collectors.toSet());

    private static final ObjectReader<Versioned> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "metadata.uid", "metadata.resourceVersion")
                    .and(JsonFields.at(JsonFields.ALL.withMaxItems(MAX_ITEMS), "metadata", "labels"))
                    .and(JsonFields.at(JsonFields.texts(ANNOTATIONS, MAX_TEXT), "metadata", "annotations"))
                    .and(JsonFields.at(JsonFields.text(MAX_TEXT), "spec", "providerID"))
                    .and(JsonFields.at(JsonFields.text(MAX_TEXT), "status", "nodeInfo", "systemUUID"))
                    .and(JsonFields.at(JsonFields.text(MAX_TEXT).withMaxItems(MAX_ITEMS), "status", "volumesInUse")),
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
                        topologyLabels(node),
                        node.text("spec", "providerID"),
                        node.text("status", "nodeInfo", "systemUUID"),
                        RecordedVm.from(annotations),
                        node.list(Json::asText, "status", "volumesInUse").stream()
                                .filter(volume -> volume.startsWith(IN_USE))
                                .map(volume -> volume.substring(IN_USE.length()))
                                .limit(MAX_VOLUMES)
                                .collect(Collectors.toSet()),
                        annotations.getOrDefault(AttachLimitAnnotation.KEY, ""),
                        Optional.empty()));
    }

    private static Map<String, String> topologyLabels(Json node) {
        return node.texts("metadata", "labels").entrySet().stream()
                .filter(label -> TOPOLOGY_DOMAINS.contains(
                        label.getKey().substring(0, Math.max(0, label.getKey().indexOf('/')))))
                .limit(MAX_LABELS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
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
