package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.reason.Reason;

/// Whether a Node's VM exists, as far as is known.
///
/// [Gone] and [Unknown] are separate types, so that a failed check is never taken for a proof.
public sealed interface Existence {
    /// Something shows that the VM or its kubelet is alive.
    ///
    /// @param evidence for people
    record Alive(String evidence) implements Existence {}

    record Gone(Proof proof) implements Existence {}

    /// @param reason why it is not known, or not yet
    record Unknown(Reason reason) implements Existence {}
}
