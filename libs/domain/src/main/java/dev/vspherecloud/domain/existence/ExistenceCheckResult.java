package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.Vm;
import java.util.List;

/// The result of asking all vCenters once about a VM that no vCenter shows.
///
/// @param request the request that this result answers
/// @param askedAt    when the first call was sent; nanoseconds of one monotonic clock, as `answeredAt`
/// @param answeredAt when the last answer arrived
/// @param ownerResult     the result of the vCenter that had the VM
/// @param searches the results of searching the VM by BIOS UUID, in both byte orders, and by instance UUID: one
///     for each configured vCenter, in any datacenter, in the order of the configuration
public record ExistenceCheckResult(
        ExistenceCheckRequest request,
        long askedAt,
        long answeredAt,
        OwnerVcenterResult ownerResult,
        List<UuidSearchResult> searches) {
    public ExistenceCheckResult {
        searches = List.copyOf(searches);
    }

    /// Returns the result that the check would have if no inventory contained this VM.
    public ExistenceCheckResult without(Vm vm) {
        List<UuidSearchResult> others = searches.stream()
                .map(answer -> answer instanceof UuidSearchResult.Hit(String vcenter, var morefs)
                                && vcenter.equals(vm.vcenter())
                                && morefs.equals(List.of(vm.identity().ref().moref()))
                        ? new UuidSearchResult.Nothing(vcenter)
                        : answer)
                .toList();
        return new ExistenceCheckResult(request, askedAt, answeredAt, ownerResult, others);
    }
}
