package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import java.util.Optional;

/// What a task to attach or to detach did with one volume.
public sealed interface AttachTaskResult {
    /// vCenter did it.
    ///
    /// @param diskUuid the UUID that the guest sees, lower case without dashes; only of an attach, and only if
    ///     vCenter reports it
    record Done(Optional<String> diskUuid) implements AttachTaskResult {}

    /// vCenter did not do it.
    ///
    /// @param code the code for the caller
    /// @param kind the name of the fault, as in `InvalidDeviceSpec`
    record Refused(Fault fault, OperationCode code, String kind, String message) implements AttachTaskResult {
        /// Returns the sentence about the obstacle, if it is known. It replaces that about the fault, whose remedy is
        /// more general, and names the fault.
        String because(Optional<String> obstacle) {
            return obstacle.map(sentence -> "%s; the call is repeated (vCenter: %s)".formatted(sentence, kind))
                    .orElse(message);
        }
    }

    /// The task was still running at the deadline.
    record Running() implements AttachTaskResult {}

    /// It is not known what the task did.
    record Unknown(String why) implements AttachTaskResult {}

    /// The faults after which more must be found out.
    enum Fault {
        VOLUME_MISSING,
        IN_USE,
        VM_GONE,
        OTHER
    }
}
