package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.Optional;
import java.util.UUID;

/// Creates short ids for incidents that a person must check. The same incident has the same id in every
/// process.
public final class IncidentId {
    private IncidentId() {}

    /// Returns the id of the restore of a vCenter.
    ///
    /// @param before the event at which the previous restore was confirmed; empty for the first restore
    public static String restored(UUID vcenter, Optional<EventPosition> before) {
        return "restored-"
                + hash(vcenter
                        + before.map(EventPosition::toString).map(" "::concat).orElse(""));
    }

    /// Returns the id of the incident "this vCenter was replaced by another one".
    ///
    /// @param vcenter the instance UUID of the vCenter that does not exist any more
    public static String replaced(UUID vcenter) {
        return "replaced-" + hash(vcenter.toString());
    }

    /// Returns a hash of the text as eight hexadecimal digits. Java defines this hash, so it is the same in
    /// every process.
    public static String hash(String text) {
        return "%08x".formatted(text.hashCode());
    }
}
