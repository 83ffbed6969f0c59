package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.reason.Reason;
import java.util.List;
import java.util.Optional;

/// The addresses that a Node gets, or why it gets none.
public sealed interface AddressChoice {
    /// Returns one verdict for every address in the report, in its order.
    List<AddressVerdict> verdicts();

    /// The rules chose addresses.
    ///
    /// @param addresses the whole list for the Node
    /// @param explanations   for people, for each family and type: the rule that chose its address, or why it
    ///     has none
    /// @param missingFamily the family that is missing but not required
    record Chosen(
            List<NodeAddress> addresses,
            List<String> explanations,
            List<AddressVerdict> verdicts,
            Optional<Reason> missingFamily)
            implements AddressChoice {
        public Chosen {
            addresses = List.copyOf(addresses);
            explanations = List.copyOf(explanations);
            verdicts = List.copyOf(verdicts);
        }
    }

    /// The guest reports nothing to choose from, for example while it starts or while VMware Tools do not run.
    /// This does not affect the addresses that a Node has.
    record Unreported(Reason reason, List<AddressVerdict> verdicts) implements AddressChoice {
        public Unreported {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// The guest reports addresses, but the rules leave the Node without one.
    record Unsatisfied(Reason reason, List<AddressVerdict> verdicts) implements AddressChoice {
        public Unsatisfied {
            verdicts = List.copyOf(verdicts);
        }
    }
}
