package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.identity.NodeName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The questions about VMs of one vCenter, and when each may be asked: a thousand Nodes may wait at once, and vCenter
/// must not feel it.
///
/// - At most [#MOST] are under way.
/// - After an answer that proves nothing (a right is missing, say) the next one is asked [#PROBE] after the last, one
///   at a time, until one proves something again. Each that does doubles how many may be under way, up to [#MOST].
/// - Nodes whose last answer proved something come first and do not wait for that: what was begun is finished. Then
///   come those nobody asked about yet, and last those whose answer proved nothing.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class QuestionQueue {
    static final int MOST = 20;

    static final Duration PROBE = Duration.ofSeconds(30);

    /// A question without an answer for so long was lost, as when the configuration changed meanwhile.
    static final Duration LOST = Duration.ofMinutes(1);

    /// What the last answer about a Node was worth, in the order in which they are asked.
    private enum Worth {
        CLEAR,
        NEW,
        UNCLEAR
    }

    private final Map<Worth, Map<NodeName, AbsenceQuestion>> waiting = new EnumMap<>(Worth.class);
    private final Map<NodeName, Long> underWay = new HashMap<>();
    private final Map<NodeName, Worth> worths = new HashMap<>();
    private int room = MOST;
    private long lastAsked;

    QuestionQueue() {
        for (Worth worth : Worth.values()) {
            waiting.put(worth, new LinkedHashMap<>());
        }
    }

    /// Puts it at the end; one that waits about the same Node is replaced where it is.
    void add(AbsenceQuestion question) {
        waitingAs(worth(question.node())).put(question.node(), question);
    }

    /// Whether a question about the Node waits or is under way.
    boolean has(NodeName node) {
        return underWay.containsKey(node) || waitingAs(worth(node)).containsKey(node);
    }

    /// @param isClear whether it proves something, whatever that is
    void answered(NodeName node, boolean isClear) {
        waitingAs(worth(node)).remove(node);
        underWay.remove(node);
        worths.put(node, isClear ? Worth.CLEAR : Worth.UNCLEAR);
        room = isClear ? Math.clamp(room * 2L, 1, MOST) : 0;
    }

    /// Nobody wants to know any more.
    void remove(NodeName node) {
        waiting.values().forEach(nodes -> nodes.remove(node));
        underWay.remove(node);
        worths.remove(node);
    }

    boolean isEmpty() {
        return underWay.isEmpty()
                && worths.isEmpty()
                && waiting.values().stream().allMatch(Map::isEmpty);
    }

    /// What is to be asked now, which is taken for done.
    List<AbsenceQuestion> due(long now) {
        underWay.values().removeIf(asked -> now - asked >= LOST.toNanos());
        var due = new ArrayList<AbsenceQuestion>();
        for (var next = next(now); next.isPresent(); next = next(now)) {
            AbsenceQuestion question = next.get();
            waitingAs(worth(question.node())).remove(question.node());
            underWay.put(question.node(), now);
            lastAsked = now;
            due.add(question);
        }
        return due;
    }

    private Optional<AbsenceQuestion> next(long now) {
        if (underWay.size() >= MOST) {
            return Optional.empty();
        }
        Optional<AbsenceQuestion> clear = first(Worth.CLEAR);
        return clear.isPresent() || !mayBegin(now) ? clear : first(Worth.NEW).or(() -> first(Worth.UNCLEAR));
    }

    private boolean mayBegin(long now) {
        return room > 0 ? underWay.size() < room : underWay.isEmpty() && now - lastAsked >= PROBE.toNanos();
    }

    private Optional<AbsenceQuestion> first(Worth worth) {
        return waitingAs(worth).values().stream().findFirst();
    }

    private Worth worth(NodeName node) {
        return worths.getOrDefault(node, Worth.NEW);
    }

    private Map<NodeName, AbsenceQuestion> waitingAs(Worth worth) {
        return waiting.getOrDefault(worth, Map.of());
    }
}
