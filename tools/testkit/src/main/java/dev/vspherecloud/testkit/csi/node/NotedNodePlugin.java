package dev.vspherecloud.testkit.csi.node;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// A Node service that mounts nothing: it notes the calls, and its mounts are entries in memory.
///
/// Threads: any.
public final class NotedNodePlugin implements NodePlugin {
    /// The driver of this project and of vsphere-csi-driver (Go).
    public static final String DRIVER = "csi.vsphere.vmware.com";

    private final Supplier<Optional<NodeDescription>> description;
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Set<PodVolume> staged = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Set<PublishedVolume> published = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Map<String, Map<String, String>> contexts = Collections.synchronizedMap(new LinkedHashMap<>());

    private NotedNodePlugin(Supplier<Optional<NodeDescription>> description) {
        this.description = description;
    }

    /// A Node without topology.
    ///
    /// @param nodeId the BIOS UUID of its VM, lower case with dashes
    /// @param maxVolumes 0 for no limit
    public static NotedNodePlugin of(String nodeId, int maxVolumes) {
        return new NotedNodePlugin(() -> Optional.of(new NodeDescription(nodeId, maxVolumes, Map.of())));
    }

    /// A Node whose topology the controller of the driver supplies.
    ///
    /// @param maxVolumes 0 for no limit
    public static NotedNodePlugin of(NodeTopologyRequest topology, int maxVolumes) {
        return new NotedNodePlugin(() ->
                topology.segments().map(segments -> new NodeDescription(topology.nodeUuid(), maxVolumes, segments)));
    }

    @Override
    public String driver() {
        return DRIVER;
    }

    @Override
    public Optional<NodeDescription> describe() {
        return description.get();
    }

    @Override
    public void stage(PodVolume volume, Map<String, String> publishContext) {
        calls.add("stage " + volume.handle());
        contexts.put(volume.handle(), Map.copyOf(publishContext));
        staged.add(volume);
    }

    @Override
    public void publish(PublishedVolume volume) {
        calls.add("publish " + volume.volume().handle());
        published.add(volume);
    }

    @Override
    public void unpublish(PublishedVolume volume) {
        calls.add("unpublish " + volume.volume().handle());
        published.remove(volume);
    }

    @Override
    public void unstage(PodVolume volume) {
        calls.add("unstage " + volume.handle());
        staged.remove(volume);
    }

    @Override
    public Set<PodVolume> staged() {
        synchronized (staged) {
            return Set.copyOf(staged);
        }
    }

    @Override
    public Set<PublishedVolume> published() {
        synchronized (published) {
            return Set.copyOf(published);
        }
    }

    /// The calls so far, as in `stage HANDLE`.
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /// The calls for one volume so far, as in `stage`.
    public List<String> calls(String handle) {
        return calls.stream()
                .map(call -> call.split(" ", 2))
                .filter(call -> call[1].equals(handle))
                .map(call -> call[0])
                .toList();
    }

    /// The publish context of the last stage of a volume.
    public Optional<Map<String, String>> publishContext(String handle) {
        return Optional.ofNullable(contexts.get(handle));
    }

    /// Removes all mounts without a call, as a reboot of the Node does. Stop the agent before.
    public void loseMounts() {
        published.clear();
        staged.clear();
    }
}
