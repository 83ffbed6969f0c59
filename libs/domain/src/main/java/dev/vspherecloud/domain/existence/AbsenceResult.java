package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.reason.Reason;
import java.util.Optional;

/// The conclusion from one [ExistenceCheckResult]: the VM is absent, it exists, or nothing is proven.
public sealed interface AbsenceResult {
    /// The VM is absent, and the answers of the vCenters are reliable.
    ///
    /// @param vcenter     the name of the vCenter that had the VM; its instance UUID if that vCenter does not
    ///     exist any more
    /// @param destruction the destruction of the VM, if the vCenter's own events show it
    record Absent(String vcenter, Optional<Destruction> destruction) implements AbsenceResult {}

    /// The VM exists, or another object has its reference or one of its UUIDs.
    ///
    /// @param what the object, in words for messages
    record Refuted(String what) implements AbsenceResult {}

    /// The check does not prove whether the VM exists.
    record Inconclusive(Reason reason) implements AbsenceResult {}
}
