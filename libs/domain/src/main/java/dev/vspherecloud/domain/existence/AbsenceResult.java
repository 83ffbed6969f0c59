package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.reason.Reason;
import java.util.Optional;

/// What one [ExistenceCheckResult] proves about the VM.
public sealed interface AbsenceResult {
    /// The VM is absent, and the answers are reliable.
    ///
    /// @param vcenter     name of the vCenter that had the VM; its instance UUID if that vCenter does not exist
    ///                    any more
    /// @param destruction as shown by the vCenter's own events
    record Absent(String vcenter, Optional<Destruction> destruction) implements AbsenceResult {}

    /// The VM exists, or an object that has its reference or one of its UUIDs.
    ///
    /// @param what for people
    record Refuted(String what) implements AbsenceResult {}

    /// The check proves nothing.
    record Inconclusive(Reason reason) implements AbsenceResult {}
}
