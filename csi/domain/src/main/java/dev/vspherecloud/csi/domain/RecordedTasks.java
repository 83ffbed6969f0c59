package dev.vspherecloud.csi.domain;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What vCenters say about the tasks of records whose end the records do not have. A driver that was killed leaves
/// such records.
///
/// @param states the states by the vCenter of the attempts, and the id of the task. Those that are missing are not
///     known
public record RecordedTasks(Map<String, Map<String, TaskState>> states) {
    public static final RecordedTasks NOT_ASKED = new RecordedTasks(Map.of());

    public RecordedTasks {
        states = Map.copyOf(states);
    }

    /// Returns the names that attempts may have for a vCenter. If it is the only one, they need not name it.
    public static List<String> names(String server, int vcenters) {
        return vcenters == 1 ? List.of("", server) : List.of(server);
    }

    /// Returns the tasks of a vCenter whose end these records do not have.
    ///
    /// @param name the name of the vCenter in the attempts
    public static Set<String> open(Collection<OperationRecord> records, String name) {
        return records.stream()
                .flatMap(record -> record.attempts().stream())
                .filter(attempt -> !attempt.isSettled() && attempt.vcenter().equals(name))
                .map(OperationAttempt::taskId)
                .filter(task -> !task.isEmpty())
                .collect(Collectors.toSet());
    }

    /// Returns the state of the task of an attempt; empty if it is not known.
    public Optional<TaskState> of(OperationAttempt attempt) {
        return Optional.ofNullable(
                states.getOrDefault(attempt.vcenter(), Map.of()).get(attempt.taskId()));
    }
}
