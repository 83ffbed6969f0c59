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

/// What one process knows of the Nodes: what the API server says, in its order, and later.
final class Watch {
    private record Change(NodeName name, Optional<NodeView> node) {}

    private static final Duration RETRY = Duration.ofMillis(700);

    private final VirtualTime time;
    private final SeededRandom seededRandom;
    private final BooleanSupplier stalled;
    private final Consumer<NodeName> listener;
    private final Map<NodeName, NodeView> nodes = new LinkedHashMap<>();
    private final Queue<Change> onTheWay = new ArrayDeque<>();

    /// @param stalled  whether nothing arrives at the moment; nothing is lost either
    /// @param listener told of each change that has arrived
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
