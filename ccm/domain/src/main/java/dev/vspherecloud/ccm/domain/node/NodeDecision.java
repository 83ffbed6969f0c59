package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;

/// The next step for one Node. [NodePolicy] decides it.
public sealed interface NodeDecision {
    /// Write the addresses of the Node, then apply the patch that initialises it. The patch removes the
    /// `uninitialized` taint, so the Node has its addresses before the taint is removed.
    record Initialise(Vm vm, AddressChoice.Chosen chosen, InitialisationPatch patch) implements NodeDecision {}

    /// Replace the addresses of an initialised Node.
    record UpdateAddresses(Vm vm, AddressChoice.Chosen chosen) implements NodeDecision {}

    /// Set labels of an initialised Node.
    ///
    /// @param why the reason, for people
    record Relabel(Map<String, String> labels, String why) implements NodeDecision {
        public Relabel {
            labels = Map.copyOf(labels);
        }
    }

    /// Record on an initialised Node which VM it runs on. Nothing waits for this record.
    record RecordVm(RecordedVm vm) implements NodeDecision {}

    /// The Node cannot be finished until something changes; report the reason.
    ///
    /// @param addressesMeanwhile the addresses that the Node gets nevertheless, for example if only one of two
    ///     families has an address
    record Blocked(Reason reason, Optional<AddressChoice.Chosen> addressesMeanwhile) implements NodeDecision {
        /// Creates the decision for a blocked Node that gets no addresses meanwhile.
        public Blocked(Reason reason) {
            this(reason, Optional.empty());
        }
    }

    /// Do nothing and report nothing, because the Node is not on vSphere, or is not known to be.
    record Ignore() implements NodeDecision {}

    /// Do nothing yet, because missing data about the VM will arrive by itself.
    record Wait() implements NodeDecision {}

    /// Do nothing, because the Node has everything that it needs.
    record NoChange() implements NodeDecision {}
}
