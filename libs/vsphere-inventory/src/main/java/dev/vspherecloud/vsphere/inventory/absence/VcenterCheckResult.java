package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// The result of one vCenter for an existence check.
///
/// @param vcenter  the name of the vCenter
/// @param instanceUuid the instance UUID of the vCenter; empty if it was never reached
/// @param askedAt    when the first call was sent, nanoseconds of one monotonic clock; empty if none was
/// @param ownerResult     the result about the recorded reference; empty if this is not the vCenter that had
///     the VM
public record VcenterCheckResult(
        String vcenter,
        Optional<UUID> instanceUuid,
        OptionalLong askedAt,
        Optional<OwnerVcenterResult> ownerResult,
        UuidSearchResult search) {
    /// Returns true if this vCenter has the VM, or another VM with its reference or one of its UUIDs.
    public boolean showsVm() {
        return search instanceof UuidSearchResult.Hit
                || ownerResult
                        .filter(OwnerVcenterResult.StillThere.class::isInstance)
                        .isPresent();
    }

    /// Returns the result of a vCenter that was not asked, or did not answer.
    ///
    /// @param ownerVcenter the instance UUID of the vCenter that had the VM; a vCenter that was never reached
    ///     may be that one
    public static VcenterCheckResult none(VmLookup.Silence silence, Optional<UUID> instanceUuid, UUID ownerVcenter) {
        boolean mayBeOwner = instanceUuid.map(ownerVcenter::equals).orElse(true);
        return new VcenterCheckResult(
                silence.vcenter(),
                instanceUuid,
                OptionalLong.empty(),
                mayBeOwner ? Optional.of(new OwnerVcenterResult.Unanswered(silence)) : Optional.empty(),
                new UuidSearchResult.Unanswered(silence));
    }
}
