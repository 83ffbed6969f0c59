package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Records in memory.
final class MapRecords implements RecordStore {
    private final Map<String, RecordState.Present> records = new HashMap<>();
    private int version;

    /// Why no record can be written; empty if it can.
    Optional<String> refusal = Optional.empty();

    @Override
    public RecordState read(String name, Duration budget) {
        return Optional.<RecordState>ofNullable(records.get(name)).orElseGet(RecordState.Absent::new);
    }

    @Override
    public WriteResult create(OperationRecord record, Duration budget) {
        return records.containsKey(record.name()) ? new WriteResult.Conflict() : put(record);
    }

    @Override
    public WriteResult update(OperationRecord record, String expected, Duration budget) {
        RecordState.Present present = records.get(record.name());
        return present != null && present.version().equals(expected) ? put(record) : new WriteResult.Conflict();
    }

    @Override
    public Optional<Set<String>> tasks(String vcenter, Duration budget) {
        return Optional.of(records.values().stream()
                .flatMap(present -> present.record().taskIds(vcenter))
                .collect(Collectors.toSet()));
    }

    private WriteResult put(OperationRecord record) {
        if (refusal.isPresent()) {
            return new WriteResult.Refused(refusal.get());
        }
        String next = Integer.toString(++version);
        records.put(record.name(), new RecordState.Present(record, next));
        return new WriteResult.Written(next);
    }

    boolean has(String name) {
        return records.containsKey(name);
    }

    String version(String name) {
        return Optional.ofNullable(records.get(name)).orElseThrow().version();
    }
}
