package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.reason.Reason;
import java.util.Optional;

/// What one [ExistenceCheckResult] says of the VM.
public sealed interface AbsenceResult {
    /// It is not there, and whoever says so may be believed.
    ///
    /// @param vcenter     name of the vCenter that had it; its instance UUID when it is not there any more
    /// @param destruction by its own events
    record Evident(String vcenter, Optional<Destruction> destruction) implements AbsenceResult {}

    /// Something is there.
    ///
    /// @param what in words
    record Refuted(String what) implements AbsenceResult {}

    /// It proves nothing.
    record Unclear(Reason reason) implements AbsenceResult {}
}
