package dev.vspherecloud.csi.domain;

/// What the API server says about a record.
public sealed interface RecordState {
    /// The record was not read yet, or its state is unknown since a write was not answered.
    record Unread() implements RecordState {}

    /// There is no such record.
    record Absent() implements RecordState {}

    /// The record was read.
    ///
    /// @param version the resourceVersion
    record Present(OperationRecord record, String version) implements RecordState {}

    /// The record exists and does not have the form of a record.
    ///
    /// @param problem names the field, what was found and what was expected
    record Unreadable(String version, String problem) implements RecordState {}

    /// The API server did not answer.
    record Unanswered(String problem) implements RecordState {}
}
