package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.Vm;
import java.util.List;

/// The result of asking all vCenters once about a VM that no vCenter shows.
///
/// @param question the request
/// @param asked    when the first call was sent; nanoseconds of one monotonic clock, as `answered`
/// @param answered when the last answer arrived
/// @param home     the result of the vCenter that had the VM
/// @param searches the results of searching the VM by BIOS UUID, in both byte orders, and by instance UUID: one
///                 for each configured vCenter, in any datacenter, in their order
public record ExistenceCheckResult(
        ExistenceCheckRequest question,
        long asked,
        long answered,
        OwnerVcenterResult home,
        List<UuidSearchResult> searches) {
    public ExistenceCheckResult {
        searches = List.copyOf(searches);
    }

    /// Returns what the report would say if this VM were in no inventory.
    public ExistenceCheckResult without(Vm vm) {
        List<UuidSearchResult> others = searches.stream()
                .map(answer -> answer instanceof UuidSearchResult.Hit(String vcenter, var morefs)
                                && vcenter.equals(vm.vcenter())
                                && morefs.equals(List.of(vm.identity().ref().moref()))
                        ? new UuidSearchResult.Nothing(vcenter)
                        : answer)
                .toList();
        return new ExistenceCheckResult(question, asked, answered, home, others);
    }
}
