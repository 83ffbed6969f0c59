package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.Optional;
import java.util.UUID;

/// Short names of what a person has to look at; the same for the same thing, whoever meets it.
public final class IncidentId {
    private IncidentId() {}

    /// A vCenter that was restored.
    ///
    /// @param before what was confirmed when it was restored the last time; empty the first time
    public static String restored(UUID vcenter, Optional<EventPosition> before) {
        return "restored-"
                + hash(vcenter
                        + before.map(EventPosition::toString).map(" "::concat).orElse(""));
    }

    /// A vCenter that is not there any more.
    public static String replaced(UUID vcenter) {
        return "replaced-" + hash(vcenter.toString());
    }

    /// Eight hexadecimal digits: the hash that the language defines, so the same in every process.
    public static String hash(String text) {
        return "%08x".formatted(text.hashCode());
    }
}
