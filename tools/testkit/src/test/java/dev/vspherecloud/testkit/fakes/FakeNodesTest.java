package dev.vspherecloud.testkit.fakes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.identity.NodeName;
import java.time.Instant;
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
    protected NodeView report(String name, Ready ready, Instant heartbeat) {
        return nodes.report(name, new NodeHealth(ready, heartbeat, false, false, false));
    }

    @Override
    protected void awaitGone(String name) {
        assertThat(nodes.find(new NodeName(name))).isEmpty();
    }

    @Override
    protected void delete(String name) {
        nodes.remove(name);
    }
}
