package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmParents;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What the vCenter says that had the VM when it was recorded.
public sealed interface OwnerVcenterResult {
    /// The recorded reference answered that there is no such object.
    ///
    /// @param vcenter     name of the vCenter
    /// @param unreadable  those of the recorded folder and pool that can't be read now
    /// @param newest      its newest event; empty when the account may not read events
    /// @param traces      of each mark that was asked for
    /// @param destruction by its own events and tasks; empty when they do not show that this VM was destroyed
    record NoSuchObject(
            String vcenter,
            List<VmParents.Place> unreadable,
            Optional<EventPosition> newest,
            Map<EventPosition, EventLookup> traces,
            Optional<Destruction> destruction)
            implements OwnerVcenterResult {
        public NoSuchObject {
            unreadable = List.copyOf(unreadable);
            traces = Map.copyOf(traces);
        }
    }

    /// The recorded reference names an object: the VM, or another one that got its reference.
    ///
    /// @param what for people
    record StillThere(String vcenter, String what) implements OwnerVcenterResult {}

    /// It could not be asked, or answered something that proves nothing: no permission, say.
    record Unanswered(VmLookup.Silence silence) implements OwnerVcenterResult {}

    /// No configured vCenter has this instance UUID: it was replaced, or is not configured any more.
    ///
    /// @param vcenters the vCenters there are, by name, with their instance UUIDs as far as they are known
    record NotHere(UUID vcenter, Map<String, UUID> vcenters) implements OwnerVcenterResult {
        public NotHere {
            vcenters = Map.copyOf(vcenters);
        }
    }
}
