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

/// A queue of existence checks for missing VMs, which limits how many checks run at once. A thousand Nodes may wait
/// at the same time, and their checks must not put load on vCenter. Each vCenter has its own queue, so that a
/// vCenter with inconclusive answers does not delay the checks at others. These rules apply to each vCenter:
///
/// - At most [#MAX_PARALLEL] checks are in progress.
/// - After an inconclusive answer (for example because a privilege is missing) the next check starts
///   [#PROBE_INTERVAL] after the last one. Checks run one at a time until an answer is conclusive again. Each
///   conclusive answer then doubles the number of checks that may be in progress, up to [#MAX_PARALLEL].
/// - Nodes whose last answer was conclusive come first and do not wait for [#PROBE_INTERVAL], so that their series
///   of checks can be completed. Next come Nodes without an answer, and last those whose answer was inconclusive.
/// - A Node whose answer is inconclusive for a cause of its own is checked once in [#PROBE_INTERVAL]. It does not
///   delay other Nodes, even if its previous answer was inconclusive because of the vCenter. If more than
///   [#MAX_WITH_OWN_CAUSE] Nodes in a row have such a cause, the vCenter counts as the cause.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class CheckQueue {
    static final int MAX_PARALLEL = 20;

    static final Duration PROBE_INTERVAL = Duration.ofSeconds(30);

    /// The time after which a check without an answer counts as lost, for example because the configuration changed
    /// meanwhile.
    static final Duration GIVE_UP_AFTER = Duration.ofMinutes(1);

    /// The number of Nodes in a row that may have an inconclusive answer for a cause of their own. With one more,
    /// the vCenter counts as the cause.
    static final int MAX_WITH_OWN_CAUSE = 5;

    /// Tells whether the answer to an existence check was conclusive. It determines which checks are next.
    enum Answer {
        /// The answer is conclusive.
        CLEAR,
        /// The answer is inconclusive, but the answer about another Node of the same vCenter may be conclusive.
        UNCLEAR_FOR_NODE,
        /// The answer is inconclusive, and the next answers of the vCenter will be as well.
        UNCLEAR
    }

    /// The order in which the Nodes of a vCenter are checked. It depends on the last answer about the Node.
    private enum Priority {
        CLEAR,
        NEW,
        UNCLEAR,
        STUCK
    }

    private final Map<UUID, VcenterQueue> lanes = new HashMap<>();

    /// By Node in the queue, the instance UUID of the vCenter that had its VM.
    private final Map<NodeName, UUID> ownerVcenters = new HashMap<>();

    /// Adds a check at the end of the queue of its vCenter. If the Node already has a waiting check, the new one
    /// takes its position.
    void add(ExistenceCheckRequest request) {
        UUID ownerVcenter = request.vm().ref().vcenter();
        UUID before = ownerVcenters.put(request.node(), ownerVcenter);
        if (before != null && !before.equals(ownerVcenter)) {
            removeFromLane(before, request.node());
        }
        lanes.computeIfAbsent(ownerVcenter, _ -> new VcenterQueue()).add(request);
    }

    /// Returns true if a check of the Node is waiting or in progress.
    boolean has(NodeName node) {
        return lane(node).filter(lane -> lane.has(node)).isPresent();
    }

    void answered(NodeName node, Answer answer) {
        lane(node).ifPresent(lane -> lane.answered(node, answer));
    }

    /// Removes a Node that no longer needs a check.
    ///
    /// @return true if the queue contained the Node
    boolean remove(NodeName node) {
        UUID ownerVcenter = ownerVcenters.remove(node);
        if (ownerVcenter != null) {
            removeFromLane(ownerVcenter, node);
        }
        return ownerVcenter != null;
    }

    /// Returns the checks that may start now and marks them as in progress.
    List<ExistenceCheckRequest> startDue(long now) {
        return lanes.values().stream()
                .flatMap(lane -> lane.startDue(now).stream())
                .toList();
    }

    /// Returns all Nodes for which this object holds any state.
    Set<NodeName> nodes() {
        Set<NodeName> nodes = new HashSet<>(ownerVcenters.keySet());
        lanes.values().forEach(lane -> lane.nodes().forEach(nodes::add));
        return nodes;
    }

    private Optional<VcenterQueue> lane(NodeName node) {
        return Optional.ofNullable(ownerVcenters.get(node)).map(lanes::get);
    }

    private void removeFromLane(UUID ownerVcenter, NodeName node) {
        if (ownerVcenters.containsValue(ownerVcenter)) {
            Optional.ofNullable(lanes.get(ownerVcenter)).ifPresent(lane -> lane.remove(node));
        } else {
            lanes.remove(ownerVcenter);
        }
    }

    /// The queue of checks of VMs of one vCenter.
    private static final class VcenterQueue {
        private final Map<Priority, Map<NodeName, ExistenceCheckRequest>> waiting = new EnumMap<>(Priority.class);
        private final Map<NodeName, Long> inProgress = new HashMap<>();
        private final Map<NodeName, Priority> priorities = new HashMap<>();

        /// The Nodes that became [Priority#STUCK] since the last conclusive answer of this vCenter.
        private final Set<NodeName> newlyStuck = new HashSet<>();

        private int capacity = MAX_PARALLEL;
        private long lastStarted;
        private OptionalLong lastStuckStarted = OptionalLong.empty();

        VcenterQueue() {
            for (Priority priority : Priority.values()) {
                waiting.put(priority, new LinkedHashMap<>());
            }
        }

        void add(ExistenceCheckRequest request) {
            waitingWith(priority(request.node())).put(request.node(), request);
        }

        boolean has(NodeName node) {
            return inProgress.containsKey(node) || waitingWith(priority(node)).containsKey(node);
        }

        void answered(NodeName node, Answer answer) {
            Priority before = priority(node);
            waitingWith(before).remove(node);
            inProgress.remove(node);
            switch (answer) {
                case CLEAR -> {
                    priorities.put(node, Priority.CLEAR);
                    capacity = Math.clamp(capacity * 2L, 1, MAX_PARALLEL);
                    newlyStuck.clear();
                    if (before == Priority.STUCK) {
                        release();
                    }
                }
                case UNCLEAR_FOR_NODE -> {
                    priorities.put(node, Priority.STUCK);
                    if (before != Priority.STUCK) {
                        newlyStuck.add(node);
                        lastStuckStarted = OptionalLong.of(lastStuckStarted.orElse(lastStarted));
                    }
                    capacity = newlyStuck.size() > MAX_WITH_OWN_CAUSE ? 0 : Math.max(capacity, newlyStuck.size() + 1);
                }
                case UNCLEAR -> {
                    priorities.put(node, Priority.UNCLEAR);
                    capacity = 0;
                }
            }
        }

        /// Gives all stuck Nodes the priority [Priority#UNCLEAR] again, because the repair of one may have repaired
        /// the others.
        private void release() {
            priorities.replaceAll((_, priority) -> priority == Priority.STUCK ? Priority.UNCLEAR : priority);
            waitingWith(Priority.UNCLEAR).putAll(waitingWith(Priority.STUCK));
            waitingWith(Priority.STUCK).clear();
        }

        void remove(NodeName node) {
            waiting.values().forEach(nodes -> nodes.remove(node));
            inProgress.remove(node);
            priorities.remove(node);
            newlyStuck.remove(node);
        }

        Stream<NodeName> nodes() {
            return Stream.of(
                            inProgress.keySet().stream(),
                            priorities.keySet().stream(),
                            newlyStuck.stream(),
                            waiting.values().stream().flatMap(each -> each.keySet().stream()))
                    .flatMap(each -> each);
        }

        List<ExistenceCheckRequest> startDue(long now) {
            inProgress.values().removeIf(asked -> now - asked >= GIVE_UP_AFTER.toNanos());
            var due = new ArrayList<ExistenceCheckRequest>();
            for (var next = next(now); next.isPresent(); next = next(now)) {
                ExistenceCheckRequest request = next.get();
                Priority priority = priority(request.node());
                waitingWith(priority).remove(request.node());
                inProgress.put(request.node(), now);
                lastStarted = now;
                if (priority == Priority.STUCK) {
                    lastStuckStarted = OptionalLong.of(now);
                }
                due.add(request);
            }
            return due;
        }

        private Optional<ExistenceCheckRequest> next(long now) {
            if (inProgress.size() >= MAX_PARALLEL) {
                return Optional.empty();
            }
            Optional<ExistenceCheckRequest> clear = first(Priority.CLEAR);
            return clear.isPresent() || !mayBegin(now)
                    ? clear
                    : first(Priority.NEW).or(() -> first(Priority.UNCLEAR)).or(() -> firstStuck(now));
        }

        private Optional<ExistenceCheckRequest> firstStuck(long now) {
            boolean isDue =
                    lastStuckStarted.isEmpty() || now - lastStuckStarted.getAsLong() >= PROBE_INTERVAL.toNanos();
            return isDue ? first(Priority.STUCK) : Optional.empty();
        }

        /// Returns true if another check may start. Each Node that got stuck recently takes up one place, so that a
        /// thousand Nodes cannot get stuck one after the other.
        private boolean mayBegin(long now) {
            int left = capacity - newlyStuck.size();
            return left > 0
                    ? inProgress.size() < left
                    : inProgress.isEmpty() && now - lastStarted >= PROBE_INTERVAL.toNanos();
        }

        private Optional<ExistenceCheckRequest> first(Priority priority) {
            return waitingWith(priority).values().stream().findFirst();
        }

        private Priority priority(NodeName node) {
            return priorities.getOrDefault(node, Priority.NEW);
        }

        private Map<NodeName, ExistenceCheckRequest> waitingWith(Priority priority) {
            return waiting.getOrDefault(priority, Map.of());
        }
    }
}
