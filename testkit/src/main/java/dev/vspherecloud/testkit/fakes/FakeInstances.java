package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.domain.node.Instances;
import dev.vspherecloud.domain.node.NodeName;
import dev.vspherecloud.domain.node.VmLookup;
import dev.vspherecloud.domain.node.VmQuery;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// VMs in memory: a test says what the lookup of a Node comes to. Unsaid is pending.
///
/// Threads: one.
public final class FakeInstances implements Instances {
    private final Map<NodeName, VmQuery> followed = new HashMap<>();
    private final Map<NodeName, VmLookup> lookups = new HashMap<>();

    public void say(String node, VmLookup lookup) {
        lookups.put(new NodeName(node), lookup);
    }

    public Set<NodeName> followed() {
        return Set.copyOf(followed.keySet());
    }

    @Override
    public void follow(VmQuery query) {
        followed.put(query.node(), query);
    }

    @Override
    public void forget(NodeName node) {
        followed.remove(node);
    }

    @Override
    public VmLookup lookup(NodeName node) {
        return followed.containsKey(node) ? lookups.getOrDefault(node, new VmLookup.Pending()) : new VmLookup.Pending();
    }
}
