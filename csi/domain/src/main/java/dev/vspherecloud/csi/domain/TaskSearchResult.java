package dev.vspherecloud.csi.domain;

import java.util.Map;

/// What vCenter's list of tasks says about calls whose answers were lost.
public sealed interface TaskSearchResult {
    /// vCenter was not asked yet.
    record NotAsked() implements TaskSearchResult {}

    /// vCenter answered.
    ///
    /// @param tasks the ids of the tasks that were found, by operation id
    record Listed(Map<String, String> tasks) implements TaskSearchResult {
        public Listed {
            tasks = Map.copyOf(tasks);
        }
    }

    /// vCenter did not answer.
    record Unanswered() implements TaskSearchResult {}
}
