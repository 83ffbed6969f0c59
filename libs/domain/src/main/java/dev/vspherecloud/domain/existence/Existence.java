package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.reason.Reason;

/// Whether a Node's VM is there, as far as that is known.
///
/// [Gone] and [Unknown] are kept apart by the type: nothing that could not be found out is ever a proof.
public sealed interface Existence {
    /// Something shows that it lives.
    ///
    /// @param sign which, in words
    record Alive(String sign) implements Existence {}

    record Gone(Proof proof) implements Existence {}

    /// @param reason why it can't be told, or not yet
    record Unknown(Reason reason) implements Existence {}
}
