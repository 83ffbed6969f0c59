package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.VmLookup;
import java.util.List;

/// What came of searching one vCenter for a VM by all its UUIDs.
public sealed interface UuidSearchResult {
    /// Nothing that the account may see.
    record Nothing(String vcenter) implements UuidSearchResult {}

    /// These have one of its UUIDs.
    ///
    /// @param morefs never empty
    record Hit(String vcenter, List<String> morefs) implements UuidSearchResult {
        public Hit {
            morefs = List.copyOf(morefs);
        }
    }

    /// It could not be searched, or not completely.
    record Unanswered(VmLookup.Silence silence) implements UuidSearchResult {}
}
