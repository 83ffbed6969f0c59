package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.ObjectStore;
import java.util.Set;
import java.util.function.Consumer;

/// Stores the newest known state of each Node, which a `Reflector` keeps current.
///
/// Threads: any. The thread that applies a configuration sets the reader, and the threads that read and write Nodes
/// use it.
final class NodeStore extends ObjectStore<NodeName, CachedNode> {
    private final String selector;
    private volatile ObjectReader<CachedNode> reader = NodeJson.READER;

    NodeStore(Consumer<NodeName> listener) {
        this(listener, "");
    }

    /// Creates a store of the Nodes whose labels match.
    ///
    /// @param selector a label selector; empty for all Nodes
    NodeStore(Consumer<NodeName> listener, String selector) {
        super(listener);
        this.selector = selector;
    }

    void setLabelKeys(Set<String> keys) {
        reader = NodeJson.reader(keys);
    }

    /// Reads the Node in a response to a write.
    CachedNode read(ApiAnswer answer) {
        return reader.object(answer.body().bytes());
    }

    @Override
    public String selector() {
        return selector;
    }

    @Override
    public String name() {
        return "Nodes";
    }

    @Override
    public String stalenessText() {
        return "the provider continues with the Nodes that it read last";
    }

    @Override
    public boolean isRequired() {
        return true;
    }

    @Override
    public String path() {
        return KubeNodes.PATH;
    }

    @Override
    public ObjectReader<CachedNode> reader() {
        return reader;
    }

    @Override
    public NodeName key(CachedNode node) {
        return node.view().name();
    }

    @Override
    protected String uid(CachedNode node) {
        return node.uid();
    }

    @Override
    protected String resourceVersion(CachedNode node) {
        return node.resourceVersion();
    }

    @Override
    protected boolean isEquivalent(CachedNode known, CachedNode later) {
        return known.isEquivalent(later);
    }

    @Override
    protected CachedNode merge(CachedNode known, CachedNode later) {
        return known.moved(later);
    }
}
