package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.VmRole;
import java.util.ArrayList;
import java.util.List;

/// The answers of all vCenters about one Node's VM, sorted by kind.
///
/// @param known      VMs whose identity was read, whatever their role
/// @param unreadable VMs whose identity could not be read
/// @param asked      names of the vCenters that answered
/// @param silent     the vCenters that cannot be asked
/// @param isAwaited  true if a vCenter is about to answer
/// @param isSlow     true if a vCenter takes longer than usual
record VcenterAnswers(
        List<VmCandidate.Known> known,
        List<VmCandidate.Unreadable> unreadable,
        List<String> asked,
        List<VmLookup.Silence> silent,
        boolean isAwaited,
        boolean isSlow) {

    static VcenterAnswers of(List<VcenterAnswer> answers) {
        var known = new ArrayList<VmCandidate.Known>();
        var unreadable = new ArrayList<VmCandidate.Unreadable>();
        var asked = new ArrayList<String>();
        var silent = new ArrayList<VmLookup.Silence>();
        boolean isAwaited = false;
        boolean isSlow = false;
        for (VcenterAnswer answer : answers) {
            switch (answer) {
                case VcenterAnswer.Answered(String vcenter, var candidates) -> {
                    asked.add(vcenter);
                    for (VmCandidate candidate : candidates) {
                        switch (candidate) {
                            case VmCandidate.Known one -> known.add(one);
                            case VmCandidate.Unreadable one -> unreadable.add(one);
                        }
                    }
                }
                case VcenterAnswer.Silent(var silence) -> silent.add(silence);
                case VcenterAnswer.Awaited _ -> isAwaited = true;
                case VcenterAnswer.Slow _ -> isSlow = true;
            }
        }
        return new VcenterAnswers(known, unreadable, asked, silent, isAwaited, isSlow);
    }

    /// Returns the VMs that can run, in any datacenter: no templates and no placeholders.
    List<VmCandidate.Known> runnableVms() {
        return known.stream()
                .filter(candidate -> candidate.vm().role() == VmRole.MACHINE)
                .toList();
    }
}
