package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What asking every vCenter for one Node's VM came to. [IdentityPolicy] decides.
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
    /// @param asked    names of the vCenters
    /// @param namesake the VM that has the Node's name instead; it is not taken
    record Missing(List<String> asked, Optional<Namesake> namesake) implements VmLookup {
        public Missing {
            asked = List.copyOf(asked);
        }

        /// No VM has the Node's name either.
        public Missing(List<String> asked) {
            this(asked, Optional.empty());
        }
    }

    /// More than one VM answers; none is chosen.
    record Ambiguous(List<Vm> candidates) implements VmLookup {
        public Ambiguous {
            candidates = List.copyOf(candidates);
        }
    }

    /// The Node's provider id names one machine and its kubelet runs on another, as when a machine was rebuilt under
    /// its old name. Neither is chosen.
    ///
    /// @param named    the UUID in the provider id
    /// @param ofNamed  VMs that have it; may be empty
    /// @param reported the system UUID
    /// @param running  VMs that have it, never empty
    record Conflict(SystemUuid named, List<Vm> ofNamed, SystemUuid reported, List<Vm> running) implements VmLookup {
        public Conflict {
            ofNamed = List.copyOf(ofNamed);
            running = List.copyOf(running);
        }
    }

    /// The only VM that answers is in a datacenter that the configuration leaves out.
    record Elsewhere(Vm vm, String datacenter) implements VmLookup {}

    /// The only VM that answers holds the place of one that another site runs.
    record Placeholder(Vm vm) implements VmLookup {}

    /// The only VM that answers is a template.
    record Template(Vm vm) implements VmLookup {}

    /// A VM answers, and nobody can tell whether it is the one.
    record Unreadable(VmCandidate.Unreadable vm) implements VmLookup {}

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
    ///
    /// @param asked names of the vCenters that answered already and did not settle it, where others take their time
    record Pending(List<String> asked) implements VmLookup {
        public Pending {
            asked = List.copyOf(asked);
        }

        /// Nobody was heard yet.
        public Pending() {
            this(List.of());
        }
    }

    /// Whether it settles that these vCenters do not show the VM, whatever others would say.
    ///
    /// @param vcenters their names
    default boolean isAbsentFrom(Set<String> vcenters) {
        return !vcenters.isEmpty()
                && switch (this) {
                    case Missing _ -> true;
                    case Unknown(var silent) ->
                        silent.stream().map(Silence::vcenter).noneMatch(vcenters::contains);
                    case Pending(var asked) -> asked.containsAll(vcenters);
                    default -> false;
                };
    }

    /// A vCenter that could not be asked.
    ///
    /// @param why for people: what happened and what to do
    record Silence(String vcenter, VsphereReason code, String why) {
        /// It just gives no answer.
        public Silence(String vcenter, String why) {
            this(vcenter, VsphereReason.VCENTER_SILENT, why);
        }
    }
}
