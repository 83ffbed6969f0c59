package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.node.Nodes;
import java.util.List;

class FakeNodesTest extends NodesContract {
    private final FakeNodes nodes = new FakeNodes();

    @Override
    protected Nodes nodes() {
        return nodes;
    }

    @Override
    protected NodeView register(String name) {
        return nodes.add(name, "", SYSTEM_UUID, true, List.of(new NodeAddress(NodeAddress.Type.HOSTNAME, name)));
    }

    @Override
    protected NodeView label(String name, String key, String value) {
        return nodes.label(name, key, value);
    }

    @Override
    protected void delete(String name) {
        nodes.remove(name);
    }
}
