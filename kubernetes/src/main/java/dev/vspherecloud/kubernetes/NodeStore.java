package dev.vspherecloud.kubernetes;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The newest known state of every Node, from the watch and from our own writes.
///
/// The watch is the truth about which Nodes there are. The answer to a write of ours may be ahead of it: then it is
/// kept until the watch has caught up, so that nobody acts twice on what was seen before the write.
///
/// Threads: the watch and any number of writers change it, each Node atomically; readers never block. The listener
/// is called by whoever brought the change, and must return at once.
final class NodeStore {
    /// @param ahead whether the state came from a write, and the watch has not shown it yet
    private record Entry(KnownNode node, boolean ahead) {}

    private final Map<NodeName, Entry> entries = new ConcurrentHashMap<>();
    private final Set<NodeName> untold = ConcurrentHashMap.newKeySet();
    private final Consumer<NodeName> listener;

    NodeStore(Consumer<NodeName> listener) {
        this.listener = listener;
    }

    Optional<KnownNode> find(NodeName name) {
        return Optional.ofNullable(entries.get(name)).map(Entry::node);
    }

    Set<NodeName> names() {
        return Set.copyOf(entries.keySet());
    }

    /// The watch showed a Node.
    void seen(KnownNode node) {
        put(node, false);
    }

    /// A write was answered with this state. A Node that is gone or was made anew meanwhile does not come back.
    void written(KnownNode node) {
        put(node, true);
    }

    /// The watch showed that a Node is gone.
    void gone(NodeName name) {
        if (entries.remove(name) != null || untold.contains(name)) {
            tell(name);
        }
    }

    /// A listener that fails hears it with the next list.
    private void tell(NodeName name) {
        untold.add(name);
        listener.accept(name);
        untold.remove(name);
    }

    /// A complete list showed these Nodes and no others.
    void retain(Set<NodeName> listed) {
        Set<NodeName> known = new HashSet<>(entries.keySet());
        known.addAll(untold);
        for (NodeName name : known) {
            if (!listed.contains(name)) {
                gone(name);
            }
        }
    }

    private void put(KnownNode node, boolean written) {
        NodeName name = node.view().name();
        while (true) {
            Entry before = entries.get(name);
            if (written ? !replacesAsWritten(before, node) : !replacesAsSeen(before, node)) {
                return;
            }
            boolean changed = before == null || !before.node.looksLike(node);
            Entry after = new Entry(before == null || changed ? node : before.node.moved(node), written);
            if (before == null ? entries.putIfAbsent(name, after) == null : entries.replace(name, before, after)) {
                if (changed || untold.contains(name)) {
                    tell(name);
                }
                return;
            }
        }
    }

    private static boolean replacesAsSeen(@Nullable Entry before, KnownNode node) {
        return before == null
                || !before.ahead
                || !before.node.uid().equals(node.uid())
                || !ResourceVersion.isNewer(before.node.resourceVersion(), node.resourceVersion());
    }

    private static boolean replacesAsWritten(@Nullable Entry before, KnownNode node) {
        return before != null
                && before.node.uid().equals(node.uid())
                && ResourceVersion.isNewer(node.resourceVersion(), before.node.resourceVersion());
    }
}
