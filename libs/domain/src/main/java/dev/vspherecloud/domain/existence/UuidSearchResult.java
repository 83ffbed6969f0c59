package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.VmLookup;
import java.util.List;

/// The result of searching one vCenter for a VM by its BIOS UUID and its instance UUID.
public sealed interface UuidSearchResult {
    /// The search found nothing that the account may see.
    record Nothing(String vcenter) implements UuidSearchResult {}

    /// The search found VMs that have one of the UUIDs.
    ///
    /// @param morefs the references of these VMs, never empty
    record Hit(String vcenter, List<String> morefs) implements UuidSearchResult {
        public Hit {
            morefs = List.copyOf(morefs);
        }
    }

    /// The vCenter could not be searched, or not completely.
    record Unanswered(VmLookup.Silence silence) implements UuidSearchResult {}
}
