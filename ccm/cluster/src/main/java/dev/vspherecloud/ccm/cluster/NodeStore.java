package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.ResourceVersion;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The newest known state of every Node, from the watch and from our own writes.
///
/// The watch is the truth about which Nodes there are. The answer to a write of ours may be ahead of it: then it is
/// kept until the watch has caught up, so that nobody acts twice on what was seen before the write. A complete list
/// that began after the answer to the write shows that write. If it shows an older state, etcd was restored from a
/// backup, and the list is right.
///
/// Threads: the watch and any number of writers change it, each Node atomically; readers never block. The listener
/// is called by whoever brought the change, and must return at once.
final class NodeStore {
    /// @param ahead whether the state came from a write, and the watch has not shown it yet
    /// @param lists how many lists had begun when it came
    private record Entry(KnownNode node, boolean ahead, long lists) {}

    private enum Source {
        WATCH,
        LIST,
        WRITE
    }

    private final Map<NodeName, Entry> entries = new ConcurrentHashMap<>();
    private final Set<NodeName> untold = ConcurrentHashMap.newKeySet();
    private final Consumer<NodeName> listener;

    /// How many complete lists have begun. Only the watch's thread changes it.
    private final AtomicLong lists = new AtomicLong();

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
        put(node, Source.WATCH);
    }

    /// A complete list begins: what it shows includes every write that was answered before.
    void listBegins() {
        lists.incrementAndGet();
    }

    /// The list that has begun shows a Node.
    void listed(KnownNode node) {
        put(node, Source.LIST);
    }

    /// A write was answered with this state. A Node that is gone or was made anew meanwhile does not come back.
    void written(KnownNode node) {
        put(node, Source.WRITE);
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

    private void put(KnownNode node, Source source) {
        NodeName name = node.view().name();
        long begun = lists.get();
        while (true) {
            Entry before = entries.get(name);
            if (!replaces(before, node, source, begun)) {
                return;
            }
            boolean changed = before == null || !before.node.looksLike(node);
            var after = new Entry(
                    before == null || changed ? node : before.node.moved(node), source == Source.WRITE, begun);
            if (before == null ? entries.putIfAbsent(name, after) == null : entries.replace(name, before, after)) {
                if (changed || untold.contains(name)) {
                    tell(name);
                }
                return;
            }
        }
    }

    private static boolean replaces(@Nullable Entry before, KnownNode node, Source source, long begun) {
        return switch (source) {
            case WATCH -> replacesAsSeen(before, node);
            case LIST -> replacesAsSeen(before, node) || before == null || before.lists < begun;
            case WRITE -> replacesAsWritten(before, node);
        };
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
