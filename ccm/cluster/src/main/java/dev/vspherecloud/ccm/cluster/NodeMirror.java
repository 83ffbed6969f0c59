package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.watch.Mirror;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Set;

/// The Nodes, as the API server has them, go into a [NodeStore].
record NodeMirror(NodeStore store) implements Mirror<NodeName, KnownNode> {
    @Override
    public String name() {
        return "Nodes";
    }

    @Override
    public String meanwhile() {
        return "what is known of them stays known";
    }

    @Override
    public boolean isVital() {
        return true;
    }

    @Override
    public String path() {
        return KubeNodes.PATH;
    }

    @Override
    public ObjectReader<KnownNode> reader() {
        return NodeJson.READER;
    }

    @Override
    public NodeName key(KnownNode node) {
        return node.view().name();
    }

    @Override
    public void listBegins() {
        store.listBegins();
    }

    @Override
    public void listed(KnownNode node) {
        store.listed(node);
    }

    @Override
    public void seen(KnownNode node) {
        store.seen(node);
    }

    @Override
    public void gone(NodeName name) {
        store.gone(name);
    }

    @Override
    public void retain(Set<NodeName> listed) {
        store.retain(listed);
    }
}
