package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// The records of operations, in the API server. No failure is an exception: each is a result.
///
/// Threads: is used from many threads at once.
public interface RecordStore {
    /// Reads a record, without a cache.
    ///
    /// @param budget how long the request may take
    RecordState read(String name, Duration budget);

    /// Creates a record. If one with its name exists, the result is [WriteResult.Conflict].
    WriteResult create(OperationRecord record, Duration budget);

    /// Changes a record, if it has this version. Otherwise, the result is [WriteResult.Conflict].
    ///
    /// @param version the resourceVersion that was read
    WriteResult update(OperationRecord record, String version, Duration budget);

    /// Returns the ids of all tasks of a vCenter that records name; empty if that is not known.
    ///
    /// @param vcenter the name of the vCenter in records; empty if the cluster has only one
    Optional<Set<String>> tasks(String vcenter, Duration budget);
}
