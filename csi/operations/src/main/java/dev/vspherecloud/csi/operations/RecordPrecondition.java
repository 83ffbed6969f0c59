package dev.vspherecloud.csi.operations;

/// A record that must be unchanged when a call is sent.
///
/// @param record  the name of the record
/// @param version the resourceVersion that it must have
public record RecordPrecondition(String record, String version) {}
