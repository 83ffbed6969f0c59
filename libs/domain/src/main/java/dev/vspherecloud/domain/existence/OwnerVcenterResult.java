package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmParents;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The answer of the vCenter that had the VM when it was recorded.
public sealed interface OwnerVcenterResult {
    /// vCenter answered that the recorded reference names no object.
    ///
    /// @param vcenter     the name of the vCenter
    /// @param unreadable  the recorded folder and pool, as far as the account cannot read them now
    /// @param newest      the newest event of the vCenter; empty if the account may not read events
    /// @param eventLookups      the result of the lookup of each requested event
    /// @param destruction the destruction of this VM, as the vCenter's own events and tasks show it; empty if
    ///     they do not
    record NoSuchObject(
            String vcenter,
            List<VmParents.Place> unreadable,
            Optional<EventPosition> newest,
            Map<EventPosition, EventLookup> eventLookups,
            Optional<Destruction> destruction)
            implements OwnerVcenterResult {
        public NoSuchObject {
            unreadable = List.copyOf(unreadable);
            eventLookups = Map.copyOf(eventLookups);
        }
    }

    /// The recorded reference names an object: the VM, or another object that got the same reference.
    ///
    /// @param what the object, in words for messages
    record StillThere(String vcenter, String what) implements OwnerVcenterResult {}

    /// vCenter could not be asked, or its answer proves nothing, for example because a permission is missing.
    record Unanswered(VmLookup.Silence silence) implements OwnerVcenterResult {}

    /// No configured vCenter has this instance UUID: the vCenter was replaced, or is not configured any more.
    ///
    /// @param vcenters the configured vCenters by name, with their instance UUIDs as far as they are known
    record NotHere(UUID vcenter, Map<String, UUID> vcenters) implements OwnerVcenterResult {
        public NotHere {
            vcenters = Map.copyOf(vcenters);
        }
    }
}
