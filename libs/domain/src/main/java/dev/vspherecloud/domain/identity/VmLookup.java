package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The result of asking every vCenter for one Node's VM. [IdentityPolicy] decides it.
///
/// [Missing] and [Unknown] are separate types because a vCenter that does not answer proves nothing.
public sealed interface VmLookup {
    /// One VM was chosen for the Node.
    ///
    /// @param why    for messages: which rule found the VM, and why no other VM was chosen
    /// @param remark something unusual about the VM that has no effect on the choice
    record Found(Vm vm, String why, Optional<Reason> remark) implements VmLookup {
        /// Creates the result for a VM that is the only one with the UUID, without a remark.
        public Found(Vm vm) {
            this(vm, "the only VM with the UUID", Optional.empty());
        }
    }

    /// Every vCenter answered, and none has a VM with the Node's UUID or name.
    ///
    /// @param asked    the names of the vCenters
    /// @param namesake the VM that has the Node's name, but not its UUID; it is not chosen
    record Missing(List<String> asked, Optional<Namesake> namesake) implements VmLookup {
        public Missing {
            asked = List.copyOf(asked);
        }

        /// Creates the result for a Node if no VM has its name either.
        public Missing(List<String> asked) {
            this(asked, Optional.empty());
        }
    }

    /// More than one VM matches, so none is chosen.
    record Ambiguous(List<Vm> candidates) implements VmLookup {
        public Ambiguous {
            candidates = List.copyOf(candidates);
        }
    }

    /// The Node's provider ID names one machine and its kubelet runs on another, for example because a machine
    /// was rebuilt under its old name. Neither is chosen.
    ///
    /// @param namedUuid    the UUID in the provider ID
    /// @param namedVms  the VMs with the UUID in the provider ID; may be empty
    /// @param reportedUuid the system UUID that the kubelet reports
    /// @param runningVms  the VMs with that system UUID, never empty
    record Conflict(SystemUuid namedUuid, List<Vm> namedVms, SystemUuid reportedUuid, List<Vm> runningVms)
            implements VmLookup {
        public Conflict {
            namedVms = List.copyOf(namedVms);
            runningVms = List.copyOf(runningVms);
        }
    }

    /// The only VM that matches is in a datacenter that the configuration does not include.
    record Elsewhere(Vm vm, OtherDatacenter datacenter) implements VmLookup {}

    /// The only VM that matches is a replication placeholder for a VM of another site.
    record Placeholder(Vm vm) implements VmLookup {}

    /// The only VM that matches is a template.
    record Template(Vm vm) implements VmLookup {}

    /// A VM may match, but its identity cannot be read.
    record Unreadable(VmCandidate.Unreadable vm) implements VmLookup {}

    /// No VM was found, but not every vCenter answered.
    ///
    /// @param silent the vCenters that did not answer and why, never empty
    record Unknown(List<Silence> silent) implements VmLookup {
        public Unknown {
            silent = List.copyOf(silent);
        }

        /// Returns the vCenter that did not answer and whose cause needs a person most.
        public Silence mostSevere() {
            return Collections.max(silent, Comparator.comparing(Silence::code));
        }
    }

    /// The vCenters were asked a moment ago, and the answers arrive without further action.
    ///
    /// @param asked the names of the vCenters that have answered; their answers do not decide, and other
    ///     vCenters take longer
    record Pending(List<String> asked) implements VmLookup {
        public Pending {
            asked = List.copyOf(asked);
        }

        /// Creates the result for the time before any vCenter has answered.
        public Pending() {
            this(List.of());
        }
    }

    /// Returns true if this result shows that none of these vCenters has the VM, whatever other vCenters
    /// answer.
    ///
    /// @param vcenters the names of the vCenters
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
    /// @param why for messages: what happened and what to do
    record Silence(String vcenter, VsphereReason code, String why) {
        /// Creates the result for a vCenter that does not answer.
        public Silence(String vcenter, String why) {
            this(vcenter, VsphereReason.VCENTER_SILENT, why);
        }
    }
}
