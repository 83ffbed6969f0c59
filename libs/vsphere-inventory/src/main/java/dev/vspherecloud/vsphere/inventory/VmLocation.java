package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Set;

/// The knowledge of one vCenter's watcher about the location of a Node's VM.
sealed interface VmLocation {
    /// Returns the VMs whose values are needed to answer for the Node.
    default Set<MoRef> refs() {
        return Set.of();
    }

    /// The VM is recorded as another vCenter's, so this vCenter was not asked.
    record NotAsked() implements VmLocation {}

    /// The VMs that were recorded or found. Each counts only if its values were read and its UUIDs match.
    ///
    /// @param refs the references of these VMs
    record Candidates(Set<MoRef> refs) implements VmLocation {
        public Candidates {
            refs = Set.copyOf(refs);
        }
    }

    /// The whole vCenter was searched, and no VM with the Node's UUID was found that the account may see.
    ///
    /// @param refs VMs that have the Node's name but not its UUID; the search continues despite them
    record Nothing(Set<MoRef> refs) implements VmLocation {
        public Nothing {
            refs = Set.copyOf(refs);
        }

        /// Creates the location if no VM has the name of the Node either, or if the name was not searched.
        Nothing() {
            this(Set.of());
        }
    }
}
