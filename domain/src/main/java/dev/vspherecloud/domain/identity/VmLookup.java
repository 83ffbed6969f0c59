package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What asking every vCenter for one Node's VM came to.
///
/// [Missing] and [Unknown] are kept apart because silence proves nothing.
public sealed interface VmLookup {
    /// The VM that is chosen.
    ///
    /// @param why    in words: what named it, and why it and no other
    /// @param remark what is odd about it, and harms nothing
    record Found(Vm vm, String why, Optional<Reason> remark) implements VmLookup {
        /// The only one, and there is nothing to say about it.
        public Found(Vm vm) {
            this(vm, "the only VM with the UUID", Optional.empty());
        }
    }

    /// Every vCenter answered, and none has such a VM.
    ///
    /// @param asked names of the vCenters
    record Missing(List<String> asked) implements VmLookup {
        public Missing {
            asked = List.copyOf(asked);
        }
    }

    /// More than one VM answers; none is chosen.
    record Ambiguous(List<Vm> candidates) implements VmLookup {
        public Ambiguous {
            candidates = List.copyOf(candidates);
        }
    }

    /// The only VM that answers is in a datacenter that the configuration leaves out.
    record Elsewhere(Vm vm, String datacenter) implements VmLookup {}

    /// Found nowhere, but not every vCenter answered.
    ///
    /// @param silent who did not answer and why, never empty
    record Unknown(List<Silence> silent) implements VmLookup {
        public Unknown {
            silent = List.copyOf(silent);
        }

        /// Whose silence takes a person most.
        public Silence worst() {
            return Collections.max(silent, Comparator.comparing(Silence::code));
        }
    }

    /// The vCenters were asked a moment ago; the answer will come by itself.
    record Pending() implements VmLookup {}

    /// A vCenter that could not be asked, or did not say what was asked.
    ///
    /// @param why for people: what happened and what to do
    record Silence(String vcenter, ReasonCode code, String why) {
        /// It just gives no answer.
        public Silence(String vcenter, String why) {
            this(vcenter, ReasonCode.VCENTER_SILENT, why);
        }
    }

    /// Folds the answers of all vCenters into one.
    ///
    /// One hit is accepted while another vCenter is silent: a VM in front of us outweighs one that may be hidden. A
    /// vCenter that is about to answer is waited for.
    static VmLookup merge(List<VcenterAnswer> answers) {
        var found = new ArrayList<Vm>();
        var elsewhere = new ArrayList<Elsewhere>();
        var silent = new ArrayList<Silence>();
        var asked = new ArrayList<String>();
        boolean someAreSlow = false;
        for (VcenterAnswer answer : answers) {
            switch (answer) {
                case VcenterAnswer.Hits hits -> found.addAll(hits.vms());
                case VcenterAnswer.Excluded excluded ->
                    elsewhere.add(new Elsewhere(excluded.vm(), excluded.datacenter()));
                case VcenterAnswer.NoHit noHit -> asked.add(noHit.vcenter());
                case VcenterAnswer.Silent silence -> silent.add(silence.silence());
                case VcenterAnswer.Asked _ -> {
                    return new Pending();
                }
                case VcenterAnswer.Slow _ -> someAreSlow = true;
            }
        }
        if (found.size() == 1) {
            return new Found(found.getFirst());
        }
        if (found.size() > 1) {
            return new Ambiguous(found);
        }
        if (someAreSlow) {
            return new Pending();
        }
        if (!silent.isEmpty()) {
            return new Unknown(silent);
        }
        return elsewhere.isEmpty() ? new Missing(asked) : elsewhere.getFirst();
    }
}
