package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.Vm;
import java.util.List;

/// What came of asking all vCenters about a VM that is not to be seen, once.
///
/// @param question what was asked
/// @param asked    when the first call was sent; nanoseconds of one monotonic clock, as `answered`
/// @param answered when the last answer was there
/// @param home     what the vCenter says that had it
/// @param searches what came of searching it by BIOS UUID, in both byte orders, and by instance UUID: one for each
///                 configured vCenter, in any datacenter, in their order
public record AbsenceReport(
        AbsenceQuestion question, long asked, long answered, HomeAnswer home, List<SearchAnswer> searches) {
    public AbsenceReport {
        searches = List.copyOf(searches);
    }

    /// Returns what the report would say if this VM were in no inventory.
    public AbsenceReport without(Vm vm) {
        List<SearchAnswer> others = searches.stream()
                .map(answer -> answer instanceof SearchAnswer.Hit(String vcenter, var morefs)
                                && vcenter.equals(vm.vcenter())
                                && morefs.equals(List.of(vm.identity().ref().moref()))
                        ? new SearchAnswer.Nothing(vcenter)
                        : answer)
                .toList();
        return new AbsenceReport(question, asked, answered, home, others);
    }
}
