package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import java.util.UUID;
import java.util.function.Consumer;

/// A question that waits for a watcher.
///
/// @param since when it was left, nanoseconds of one monotonic clock
/// @param reply told once, from a thread of the watcher's; does not block
record Summons(AbsenceQuestion question, long since, Consumer<Testimony> reply) {
    /// The instance UUID of the vCenter that had the VM.
    UUID home() {
        return question.vm().ref().vcenter();
    }
}
