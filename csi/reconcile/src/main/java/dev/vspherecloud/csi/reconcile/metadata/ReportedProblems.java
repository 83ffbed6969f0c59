package dev.vspherecloud.csi.reconcile.metadata;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Remembers which problems were logged, so that a problem is logged once and not at each retry.
///
/// Threads: one.
final class ReportedProblems {
    private final Map<String, String> problems = new HashMap<>();

    /// Called when a problem is found.
    ///
    /// @return true if it must be logged: nothing was logged about the subject, or another problem
    boolean add(String subject, String problem) {
        return !problem.equals(problems.put(subject, problem));
    }

    /// Called when the subject has no problem any more.
    void remove(String subject) {
        problems.remove(subject);
    }

    boolean contains(String subject) {
        return problems.containsKey(subject);
    }

    /// Forgets all subjects but these.
    void retain(Set<String> subjects) {
        problems.keySet().retainAll(subjects);
    }
}
