package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Set;

/// What one vCenter's watcher knows about where a Node's VM is.
sealed interface VmLocation {
    /// The VMs that the answer about the Node takes.
    default Set<MoRef> refs() {
        return Set.of();
    }

    /// The VM is recorded as another vCenter's, so this one was not asked.
    record NotAsked() implements VmLocation {}

    /// These references were recorded or found. Each counts only once its values were read and its UUIDs match.
    record Candidates(Set<MoRef> refs) implements VmLocation {
        public Candidates {
            refs = Set.copyOf(refs);
        }
    }

    /// The whole vCenter was searched, and nothing found that the account may see.
    ///
    /// @param refs VMs that have the name of a Node whose UUID none has; they are no reason to end the search
    record Nothing(Set<MoRef> refs) implements VmLocation {
        public Nothing {
            refs = Set.copyOf(refs);
        }

        /// No VM has the name of the Node either, or it was not searched.
        Nothing() {
            this(Set.of());
        }
    }
}
