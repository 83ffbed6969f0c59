package dev.vspherecloud.csi.domain;

import java.util.List;

/// What vCenter's list of tasks says about creates whose answers were lost.
public sealed interface TaskSearchResult {
    /// vCenter was not asked yet.
    record NotAsked() implements TaskSearchResult {}

    /// vCenter answered.
    ///
    /// @param tasks the creates of this account that are queued or run, and that no record names
    record Listed(List<FoundTask> tasks) implements TaskSearchResult {
        public Listed {
            tasks = List.copyOf(tasks);
        }
    }

    /// vCenter does not list its tasks for this account.
    record NotPossible(String why) implements TaskSearchResult {}

    /// vCenter did not answer.
    record Unanswered() implements TaskSearchResult {}

    /// A task that may belong to a lost call.
    ///
    /// @param id    the id of the task
    /// @param token the token with which vCenter links the task to its call; empty if it does not. If it is the
    ///     operation id of an attempt, the task belongs to that attempt. Any other token proves nothing
    record FoundTask(String id, String token) {}
}
