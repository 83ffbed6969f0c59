package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Set;

/// What one vCenter's watcher knows about where a Node's VM is.
sealed interface Finding {
    /// The VM is recorded as another vCenter's, so this one was not asked.
    record NotAsked() implements Finding {}

    /// These references were recorded or found. Each counts only once its values were read and its UUIDs match.
    record Candidates(Set<MoRef> refs) implements Finding {
        public Candidates {
            refs = Set.copyOf(refs);
        }
    }

    /// The whole vCenter was searched, and nothing found that the account may see.
    record Nothing() implements Finding {}
}
