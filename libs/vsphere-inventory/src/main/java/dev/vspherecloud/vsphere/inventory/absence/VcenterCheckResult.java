package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// What one vCenter says about a VM that is not to be seen.
///
/// @param vcenter  its name
/// @param instance its instance UUID; empty when it was never reached
/// @param asked    when the first call was sent, nanoseconds of one monotonic clock; empty when none was
/// @param home     what it says as the one that had the VM; empty when it is not that one
public record VcenterCheckResult(
        String vcenter,
        Optional<UUID> instance,
        OptionalLong asked,
        Optional<OwnerVcenterResult> home,
        UuidSearchResult search) {
    /// Whether it has the VM, or one that may be it.
    public boolean showsVm() {
        return search instanceof UuidSearchResult.Hit
                || home.filter(OwnerVcenterResult.StillThere.class::isInstance).isPresent();
    }

    /// It was not asked, or did not answer.
    ///
    /// @param home the instance UUID of the vCenter that had the VM; one that was never reached may be that
    public static VcenterCheckResult none(VmLookup.Silence silence, Optional<UUID> instance, UUID home) {
        boolean mayBeHome = instance.map(home::equals).orElse(true);
        return new VcenterCheckResult(
                silence.vcenter(),
                instance,
                OptionalLong.empty(),
                mayBeHome ? Optional.of(new OwnerVcenterResult.Unanswered(silence)) : Optional.empty(),
                new UuidSearchResult.Unanswered(silence));
    }
}
