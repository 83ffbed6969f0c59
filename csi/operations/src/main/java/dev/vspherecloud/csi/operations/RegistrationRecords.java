package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Records that a volume is registered again which CNS had forgotten, in the record of its delete. That record decides
/// when the volume may be deleted, and outlives this process.
///
/// Threads: any.
public final class RegistrationRecords {
    private final RecordStore records;
    private final InstantSource wallTime;

    public RegistrationRecords(RecordStore records, InstantSource wallTime) {
        this.records = records;
        this.wallTime = wallTime;
    }

    /// Records that a volume is about to be registered.
    ///
    /// @param budget how long one request may take; there are two
    /// @return why it cannot be recorded; empty if it is
    public Optional<String> begin(String volumeId, Duration budget) {
        return switch (records.read(OperationName.ofDelete(volumeId), budget)) {
            case RecordState.Absent _ ->
                problem(records.create(
                        OperationRecord.registered(volumeId, Optional.empty(), wallTime.instant()), budget));
            case RecordState.Present(OperationRecord record, String version) ->
                problem(records.update(
                        OperationRecord.registered(volumeId, Optional.of(record), wallTime.instant()),
                        version,
                        budget));
            case RecordState.Unreadable(var _, String problem) -> Optional.of(problem);
            case RecordState.Unanswered(String problem) -> Optional.of(problem);
            case RecordState.Unread _ -> Optional.of("the API server did not return the record");
        };
    }

    private static Optional<String> problem(WriteResult result) {
        return switch (result) {
            case WriteResult.Written _ -> Optional.empty();
            case WriteResult.Refused(String problem) -> Optional.of(problem);
            case WriteResult.Conflict _ -> Optional.of("another process changes its record");
            case WriteResult.Lost _ -> Optional.of("the API server did not answer");
        };
    }
}
