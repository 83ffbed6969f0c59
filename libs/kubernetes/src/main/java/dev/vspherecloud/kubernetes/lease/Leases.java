package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import java.time.Duration;
import java.util.Optional;

/// Reads and writes the Lease of an election. Throws [KubeException] if the API server does not answer in time.
interface Leases {
    /// A Lease as the API server has it.
    ///
    /// @param object the whole Lease, since a write must keep the fields of others
    record Stored(LeaseRecord record, Json.Members object) {}

    /// Reads the Lease; empty if it does not exist.
    Optional<Stored> read(Duration budget);

    /// Creates the Lease; empty if another process created it first.
    Optional<Stored> create(LeaseRecord record, Duration budget);

    /// Writes the record into the Lease; empty if the Lease has changed since it was stored.
    Optional<Stored> update(Stored stored, LeaseRecord record, Duration budget);
}
