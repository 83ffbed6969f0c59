package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import java.time.Duration;
import java.util.Optional;

/// The one Lease of an election. Throws [KubeException] when the API server gives no answer in time.
interface Leases {
    /// @param object the whole of it, since what others keep in it must survive our writes
    record Stored(LeaseRecord record, Json.Members object) {}

    /// Empty when there is none.
    Optional<Stored> read(Duration budget);

    /// Empty when somebody else made it first.
    Optional<Stored> create(LeaseRecord record, Duration budget);

    /// Empty when it is not as stored any more.
    Optional<Stored> update(Stored stored, LeaseRecord record, Duration budget);
}
