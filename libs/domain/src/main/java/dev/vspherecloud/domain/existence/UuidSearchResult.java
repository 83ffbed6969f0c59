package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.VmLookup;
import java.util.List;

/// The result of searching one vCenter for a VM by all its UUIDs.
public sealed interface UuidSearchResult {
    /// The search found nothing that the account may see.
    record Nothing(String vcenter) implements UuidSearchResult {}

    /// These VMs have one of its UUIDs.
    ///
    /// @param morefs never empty
    record Hit(String vcenter, List<String> morefs) implements UuidSearchResult {
        public Hit {
            morefs = List.copyOf(morefs);
        }
    }

    /// The vCenter could not be searched, or not completely.
    record Unanswered(VmLookup.Silence silence) implements UuidSearchResult {}
}
