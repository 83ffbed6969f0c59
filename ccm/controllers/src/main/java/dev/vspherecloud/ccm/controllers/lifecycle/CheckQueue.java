package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.identity.NodeName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/// A queue of the existence checks for missing VMs, which limits how many run at once. A thousand Nodes may wait
/// at the same time, and their checks must not put load on vCenter. Each vCenter has its own lane, so a vCenter
/// whose answers prove nothing does not delay the others. For each lane:
///
/// - At most [#MOST] checks are in progress.
/// - After an answer that proves nothing (for example, a privilege is missing) the next check starts [#PROBE]
///   after the last one. Checks run one at a time until an answer proves something again. Each such answer doubles
///   how many may be in progress, up to [#MOST].
/// - Nodes whose last answer proved something come first and do not wait for [#PROBE], so that their series can be
///   completed. Next come Nodes without an answer, and last those whose answer proved nothing.
/// - A Node whose answer proves nothing for a cause of its own is checked once in [#PROBE]. It does not delay the
///   others, even if the answer before proved nothing because of the vCenter. If more than [#FEW] Nodes in a row
///   have such a cause, the vCenter counts as the cause.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class CheckQueue {
    static final int MOST = 20;

    static final Duration PROBE = Duration.ofSeconds(30);

    /// A check without an answer for this long counts as lost, for example because the configuration changed
    /// meanwhile.
    static final Duration LOST = Duration.ofMinutes(1);

    /// The number of Nodes in a row that may have a cause of their own.
    static final int FEW = 5;

    /// The value of an answer, for the order of the next checks.
    enum Answer {
        /// The answer proves something.
        CLEAR,
        /// The answer proves nothing, but another Node of the same vCenter may get a better one.
        UNCLEAR_FOR_NODE,
        /// The answer proves nothing, and the next ones will not either.
        UNCLEAR
    }

    /// The value of the last answer about a Node, in the order in which Nodes are checked.
    private enum Worth {
        CLEAR,
        NEW,
        UNCLEAR,
        STUCK
    }

    private final Map<UUID, Lane> lanes = new HashMap<>();

    /// The vCenter that had the VM of each Node in the queue.
    private final Map<NodeName, UUID> homes = new HashMap<>();

    /// Adds a check at the end. A waiting check of the same Node is replaced and keeps its position.
    void add(ExistenceCheckRequest question) {
        UUID home = question.vm().ref().vcenter();
        UUID before = homes.put(question.node(), home);
        if (before != null && !before.equals(home)) {
            leave(before, question.node());
        }
        lanes.computeIfAbsent(home, _ -> new Lane()).add(question);
    }

    /// Returns true if a check of the Node waits or is in progress.
    boolean has(NodeName node) {
        return lane(node).filter(lane -> lane.has(node)).isPresent();
    }

    void answered(NodeName node, Answer answer) {
        lane(node).ifPresent(lane -> lane.answered(node, answer));
    }

    /// Removes a Node whose answer is no longer needed.
    ///
    /// @return true if the queue knew the Node
    boolean remove(NodeName node) {
        UUID home = homes.remove(node);
        if (home != null) {
            leave(home, node);
        }
        return home != null;
    }

    /// Returns the checks to start now and marks them as started.
    List<ExistenceCheckRequest> due(long now) {
        return lanes.values().stream().flatMap(lane -> lane.due(now).stream()).toList();
    }

    /// Returns all Nodes for which the queue keeps anything.
    Set<NodeName> nodes() {
        Set<NodeName> nodes = new HashSet<>(homes.keySet());
        lanes.values().forEach(lane -> lane.nodes().forEach(nodes::add));
        return nodes;
    }

    private Optional<Lane> lane(NodeName node) {
        return Optional.ofNullable(homes.get(node)).map(lanes::get);
    }

    private void leave(UUID home, NodeName node) {
        if (homes.containsValue(home)) {
            Optional.ofNullable(lanes.get(home)).ifPresent(lane -> lane.remove(node));
        } else {
            lanes.remove(home);
        }
    }

    /// The checks of VMs of one vCenter.
    private static final class Lane {
        private final Map<Worth, Map<NodeName, ExistenceCheckRequest>> waiting = new EnumMap<>(Worth.class);
        private final Map<NodeName, Long> underWay = new HashMap<>();
        private final Map<NodeName, Worth> worths = new HashMap<>();

        /// The Nodes that got stuck since the last answer that proved something.
        private final Set<NodeName> newlyStuck = new HashSet<>();

        private int room = MOST;
        private long lastAsked;
        private OptionalLong lastAskedStuck = OptionalLong.empty();

        Lane() {
            for (Worth worth : Worth.values()) {
                waiting.put(worth, new LinkedHashMap<>());
            }
        }

        void add(ExistenceCheckRequest question) {
            waitingAs(worth(question.node())).put(question.node(), question);
        }

        boolean has(NodeName node) {
            return underWay.containsKey(node) || waitingAs(worth(node)).containsKey(node);
        }

        void answered(NodeName node, Answer answer) {
            Worth before = worth(node);
            waitingAs(before).remove(node);
            underWay.remove(node);
            switch (answer) {
                case CLEAR -> {
                    worths.put(node, Worth.CLEAR);
                    room = Math.clamp(room * 2L, 1, MOST);
                    newlyStuck.clear();
                    if (before == Worth.STUCK) {
                        release();
                    }
                }
                case UNCLEAR_FOR_NODE -> {
                    worths.put(node, Worth.STUCK);
                    if (before != Worth.STUCK) {
                        newlyStuck.add(node);
                        lastAskedStuck = OptionalLong.of(lastAskedStuck.orElse(lastAsked));
                    }
                    room = newlyStuck.size() > FEW ? 0 : Math.max(room, newlyStuck.size() + 1);
                }
                case UNCLEAR -> {
                    worths.put(node, Worth.UNCLEAR);
                    room = 0;
                }
            }
        }

        /// Moves all stuck Nodes back: what repaired one of them may have repaired the others.
        private void release() {
            worths.replaceAll((_, worth) -> worth == Worth.STUCK ? Worth.UNCLEAR : worth);
            waitingAs(Worth.UNCLEAR).putAll(waitingAs(Worth.STUCK));
            waitingAs(Worth.STUCK).clear();
        }

        void remove(NodeName node) {
            waiting.values().forEach(nodes -> nodes.remove(node));
            underWay.remove(node);
            worths.remove(node);
            newlyStuck.remove(node);
        }

        Stream<NodeName> nodes() {
            return Stream.of(
                            underWay.keySet().stream(),
                            worths.keySet().stream(),
                            newlyStuck.stream(),
                            waiting.values().stream().flatMap(each -> each.keySet().stream()))
                    .flatMap(each -> each);
        }

        List<ExistenceCheckRequest> due(long now) {
            underWay.values().removeIf(asked -> now - asked >= LOST.toNanos());
            var due = new ArrayList<ExistenceCheckRequest>();
            for (var next = next(now); next.isPresent(); next = next(now)) {
                ExistenceCheckRequest question = next.get();
                Worth worth = worth(question.node());
                waitingAs(worth).remove(question.node());
                underWay.put(question.node(), now);
                lastAsked = now;
                if (worth == Worth.STUCK) {
                    lastAskedStuck = OptionalLong.of(now);
                }
                due.add(question);
            }
            return due;
        }

        private Optional<ExistenceCheckRequest> next(long now) {
            if (underWay.size() >= MOST) {
                return Optional.empty();
            }
            Optional<ExistenceCheckRequest> clear = first(Worth.CLEAR);
            return clear.isPresent() || !mayBegin(now)
                    ? clear
                    : first(Worth.NEW).or(() -> first(Worth.UNCLEAR)).or(() -> firstStuck(now));
        }

        private Optional<ExistenceCheckRequest> firstStuck(long now) {
            boolean isDue = lastAskedStuck.isEmpty() || now - lastAskedStuck.getAsLong() >= PROBE.toNanos();
            return isDue ? first(Worth.STUCK) : Optional.empty();
        }

        /// A newly stuck Node keeps its slot. Otherwise a thousand Nodes could get stuck one after the other.
        private boolean mayBegin(long now) {
            int left = room - newlyStuck.size();
            return left > 0 ? underWay.size() < left : underWay.isEmpty() && now - lastAsked >= PROBE.toNanos();
        }

        private Optional<ExistenceCheckRequest> first(Worth worth) {
            return waitingAs(worth).values().stream().findFirst();
        }

        private Worth worth(NodeName node) {
            return worths.getOrDefault(node, Worth.NEW);
        }

        private Map<NodeName, ExistenceCheckRequest> waitingAs(Worth worth) {
            return waiting.getOrDefault(worth, Map.of());
        }
    }
}
