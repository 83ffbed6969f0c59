package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.domain.identity.NodeName;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The last writes of this process to Nodes, in a buffer of fixed size. The buffer holds at most [#CAPACITY] entries of
/// at most [#MAX_LENGTH] characters, so it needs less than 256 KiB in a cluster of any size.
///
/// Threads: any; the monitor of this object guards the buffer.
public final class RecentChanges {
    static final int CAPACITY = 200;
    static final int MAX_LENGTH = 300;

    private final InstantSource clock;
    private final Deque<NodeWrite> newestFirst = new ArrayDeque<>(CAPACITY);

    public RecentChanges(InstantSource clock) {
        this.clock = clock;
    }

    /// Adds a write, and discards the oldest one if the buffer is full.
    ///
    /// @param text what was written, for people; a text that is too long is cut
    synchronized void add(NodeName node, String text) {
        if (newestFirst.size() == CAPACITY) {
            newestFirst.removeLast();
        }
        newestFirst.addFirst(new NodeWrite(clock.instant(), node, cut(text)));
    }

    /// Returns the writes, the newest first.
    synchronized List<NodeWrite> newestFirst() {
        return List.copyOf(newestFirst);
    }

    private static String cut(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 1) + "…";
    }
}
