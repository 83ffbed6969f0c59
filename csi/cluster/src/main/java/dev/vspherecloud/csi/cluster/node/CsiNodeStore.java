package dev.vspherecloud.csi.cluster.node;

import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.ObjectStore;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// Keeps what the CSINodes say about this driver.
final class CsiNodeStore extends ObjectStore<NodeName, CsiNodeStore.Entry> {
    /// The maximum number of topology keys that are kept. Each configured category has one.
    private static final int MAX_TOPOLOGY_KEYS = 64;

    /// The maximum number of drivers that are read. A kubelet may write any number to its own CSINode.
    private static final int MAX_DRIVERS = 1_024;

    private static final ObjectReader<Entry> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "metadata.uid", "metadata.resourceVersion")
                    .and(JsonFields.at(
                            JsonFields.of("name", "nodeID", "allocatable.count")
                                    .and(JsonFields.member(
                                            "topologyKeys", JsonFields.ALL.withMaxItems(MAX_TOPOLOGY_KEYS)))
                                    .withMaxItems(MAX_DRIVERS),
                            "spec",
                            "drivers")),
            CsiNodeStore::read);

    /// What one CSINode says.
    record Entry(NodeName node, String uid, String resourceVersion, Optional<ClusterNode.Registration> registration) {}

    private record Driver(String name, ClusterNode.Registration registration) {}

    CsiNodeStore(Consumer<NodeName> listener) {
        super(listener);
    }

    private static Entry read(Json csiNode) {
        return new Entry(
                new NodeName(ObjectKeys.required(csiNode, "CSINode")),
                csiNode.text("metadata", "uid"),
                csiNode.text("metadata", "resourceVersion"),
                csiNode.list(CsiNodeStore::driver, "spec", "drivers").stream()
                        .filter(driver -> driver.name().equals(KubeClusterObjects.DRIVER)
                                && !driver.registration().nodeId().isBlank())
                        .map(Driver::registration)
                        .findFirst());
    }

    private static Driver driver(Json driver) {
        List<String> keys = driver.list(Json::asText, "topologyKeys");
        return new Driver(
                driver.text("name"),
                new ClusterNode.Registration(
                        driver.text("nodeID").toLowerCase(Locale.ROOT),
                        keys,
                        driver.find("allocatable", "count").asLong()));
    }

    @Override
    public String name() {
        return "CSINodes";
    }

    @Override
    public String stalenessText() {
        return "volumes are not listed, and the CSINodes that were read last stay known";
    }

    @Override
    public boolean isRequired() {
        return true;
    }

    @Override
    public String path() {
        return "/apis/storage.k8s.io/v1/csinodes";
    }

    @Override
    public ObjectReader<Entry> reader() {
        return READER;
    }

    @Override
    public NodeName key(Entry entry) {
        return entry.node();
    }

    @Override
    protected String uid(Entry entry) {
        return entry.uid();
    }

    @Override
    protected String resourceVersion(Entry entry) {
        return entry.resourceVersion();
    }

    @Override
    protected boolean isEquivalent(Entry known, Entry later) {
        return known.registration().equals(later.registration());
    }
}
