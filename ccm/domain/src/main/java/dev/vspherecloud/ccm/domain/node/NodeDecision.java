package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;

/// What to do for one Node. See [NodePolicy].
public sealed interface NodeDecision {
    /// Write the addresses, then the patch. The patch removes the taint, so the taint never goes before the
    /// addresses are there.
    record Initialise(Vm vm, AddressChoice.Chosen chosen, InitialisationPatch patch) implements NodeDecision {}

    /// Replace the addresses of an initialised Node.
    record UpdateAddresses(Vm vm, AddressChoice.Chosen chosen) implements NodeDecision {}

    /// Set labels of an initialised Node.
    ///
    /// @param why for people
    record Relabel(Map<String, String> labels, String why) implements NodeDecision {
        public Relabel {
            labels = Map.copyOf(labels);
        }
    }

    /// Record on an initialised Node which VM is its. Nothing waits for this record.
    record RecordVm(RecordedVm vm) implements NodeDecision {}

    /// The Node cannot be finished until something changes; report why.
    ///
    /// @param addressesMeanwhile addresses that it gets all the same, for example if only one of two families
    ///     is there
    record Blocked(Reason reason, Optional<AddressChoice.Chosen> addressesMeanwhile) implements NodeDecision {
        /// Creates the decision for a Node for which there is nothing to do meanwhile.
        public Blocked(Reason reason) {
            this(reason, Optional.empty());
        }
    }

    /// Do nothing and report nothing, because the Node is not on vSphere, or not known to be.
    record Ignore() implements NodeDecision {}

    /// Do nothing yet: what is missing arrives without further action.
    record Wait() implements NodeDecision {}

    /// The Node is as it should be.
    record NoChange() implements NodeDecision {}
}
