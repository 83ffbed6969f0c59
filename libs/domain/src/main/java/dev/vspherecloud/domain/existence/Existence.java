package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.reason.Reason;

/// The state of knowledge about a Node's VM: it exists, it is gone, or that is unknown.
///
/// [Gone] and [Unknown] are separate types, so that a failed check is never taken for a proof.
public sealed interface Existence {
    /// The VM or its kubelet is alive.
    ///
    /// @param evidence what shows this, in words for messages
    record Alive(String evidence) implements Existence {}

    record Gone(Proof proof) implements Existence {}

    /// It is not known, or not known yet, whether the VM exists.
    ///
    /// @param reason why it is not known
    record Unknown(Reason reason) implements Existence {}
}
