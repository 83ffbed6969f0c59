package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.SeededRandom;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The watch of one process on the Nodes: the changes of the API server in their order, with a delay.
final class Watch {
    private record Change(NodeName name, Optional<NodeView> node) {}

    private static final Duration RETRY = Duration.ofMillis(700);

    private final VirtualTime time;
    private final SeededRandom seededRandom;
    private final BooleanSupplier stalled;
    private final Consumer<NodeName> listener;
    private final Map<NodeName, NodeView> nodes = new LinkedHashMap<>();
    private final Queue<Change> onTheWay = new ArrayDeque<>();

    /// @param stalled  true while no change arrives; no change is lost
    /// @param listener receives the name of each changed Node
    Watch(VirtualTime time, SeededRandom seededRandom, BooleanSupplier stalled, Consumer<NodeName> listener) {
        this.time = time;
        this.seededRandom = seededRandom;
        this.stalled = stalled;
        this.listener = listener;
    }

    Map<NodeName, NodeView> nodes() {
        return nodes;
    }

    void send(NodeName name, Optional<NodeView> node) {
        onTheWay.add(new Change(name, node));
        time.after(seededRandom.millis(1, seededRandom.chance(10) ? 3000 : 100), this::deliver);
    }

    private void deliver() {
        if (stalled.getAsBoolean()) {
            time.after(RETRY, this::deliver);
            return;
        }
        Change next = onTheWay.remove();
        if (next.node().isPresent()) {
            nodes.put(next.name(), next.node().get());
        } else {
            nodes.remove(next.name());
        }
        listener.accept(next.name());
    }
}
