package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Set;

/// What one vCenter's watcher knows about the location of a Node's VM.
sealed interface VmLocation {
    /// Returns the VMs that the answer about the Node needs.
    default Set<MoRef> refs() {
        return Set.of();
    }

    /// The VM is recorded as another vCenter's, so this vCenter was not asked.
    record NotAsked() implements VmLocation {}

    /// These references were recorded or found. Each counts only once its values were read and its UUIDs match.
    record Candidates(Set<MoRef> refs) implements VmLocation {
        public Candidates {
            refs = Set.copyOf(refs);
        }
    }

    /// The whole vCenter was searched, and no VM with the Node's UUID was found that the account may see.
    ///
    /// @param refs VMs that have the name of a Node whose UUID no VM has; the search goes on despite them
    record Nothing(Set<MoRef> refs) implements VmLocation {
        public Nothing {
            refs = Set.copyOf(refs);
        }

        /// No VM has the name of the Node either, or the name was not searched.
        Nothing() {
            this(Set.of());
        }
    }
}
