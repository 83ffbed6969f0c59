package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.Witnesses;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// The questions about missing VMs: one [QuestionQueue] for each vCenter that had some.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class Inquiries {
    private final Witnesses witnesses;
    private final Map<UUID, QuestionQueue> queues = new HashMap<>();

    /// Which vCenter had the VM of a Node that is asked about.
    private final Map<NodeName, UUID> homes = new HashMap<>();

    Inquiries(Witnesses witnesses) {
        this.witnesses = witnesses;
    }

    /// Has it asked as soon as that may be.
    void submit(AbsenceQuestion question, long now) {
        UUID home = question.vm().ref().vcenter();
        UUID before = homes.put(question.node(), home);
        if (before != null && !before.equals(home)) {
            leave(before, question.node());
        }
        queue(home).add(question);
        ask(now);
    }

    /// Whether a question about the Node waits or is under way.
    boolean has(NodeName node) {
        UUID home = homes.get(node);
        return home != null && queue(home).has(node);
    }

    void answered(NodeName node, QuestionQueue.Answer answer, long now) {
        UUID home = homes.get(node);
        if (home != null) {
            queue(home).answered(node, answer);
            ask(now);
        }
    }

    /// There is nothing to be asked about the Node any more.
    void dismiss(NodeName node) {
        UUID home = homes.remove(node);
        if (home != null) {
            leave(home, node);
            witnesses.dismiss(node);
        }
    }

    /// Asks what may be asked by now; to be called now and then, since some of it only has to wait.
    void ask(long now) {
        queues.values().forEach(queue -> queue.due(now).forEach(witnesses::ask));
    }

    private QuestionQueue queue(UUID home) {
        return queues.computeIfAbsent(home, _ -> new QuestionQueue());
    }

    private void leave(UUID home, NodeName node) {
        queue(home).remove(node);
        if (!homes.containsValue(home)) {
            queues.remove(home);
        }
    }
}
