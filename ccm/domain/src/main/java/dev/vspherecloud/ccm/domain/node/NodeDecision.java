package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;

/// What is to be done for one Node. See [NodePolicy].
public sealed interface NodeDecision {
    /// Write the addresses, then the marks; the taint goes with the marks, so never before the addresses.
    record Initialise(Vm vm, AddressChoice.Chosen chosen, InitialisationPatch marks) implements NodeDecision {}

    /// Replace the addresses of an initialised Node.
    record UpdateAddresses(Vm vm, AddressChoice.Chosen chosen) implements NodeDecision {}

    /// Set labels of an initialised Node.
    ///
    /// @param why in words
    record Relabel(Map<String, String> labels, String why) implements NodeDecision {
        public Relabel {
            labels = Map.copyOf(labels);
        }
    }

    /// Record on an initialised Node which VM is its; nothing waits for it.
    record Remember(RecordedVm vm) implements NodeDecision {}

    /// The Node can't be finished until something changes; whoever looks at it must learn why.
    ///
    /// @param meanwhile addresses that it gets all the same, as when only one of two families is there
    record Blocked(Reason reason, Optional<AddressChoice.Chosen> meanwhile) implements NodeDecision {
        /// There is nothing to be done meanwhile.
        public Blocked(Reason reason) {
            this(reason, Optional.empty());
        }
    }

    /// Nothing is to be done, and nobody needs to know: the Node is not ours, or not known to be.
    record Leave() implements NodeDecision {}

    /// Nothing can be done yet, and what is missing comes by itself.
    record Wait() implements NodeDecision {}

    /// The Node is as it should be.
    record Settled() implements NodeDecision {}
}
