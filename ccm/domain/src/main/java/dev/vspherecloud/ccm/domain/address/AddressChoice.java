package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.reason.Reason;
import java.util.List;
import java.util.Optional;

/// The result of choosing the addresses of a Node: the addresses, or why the Node gets none.
public sealed interface AddressChoice {
    /// Returns one verdict for each address in the guest's report, in the order of the report.
    List<AddressVerdict> verdicts();

    /// The rules chose addresses for the Node.
    ///
    /// @param addresses the whole list for `status.addresses` of the Node
    /// @param explanations for people, for each family and type: the rule that chose the address, or why there is
    ///     no address
    /// @param missingFamily the reason if the Node lacks an address of a configured family that is not required
    /// @param unmatchedRule the reason if a configured rule selects no address
    record Chosen(
            List<NodeAddress> addresses,
            List<String> explanations,
            List<AddressVerdict> verdicts,
            Optional<Reason> missingFamily,
            Optional<Reason> unmatchedRule)
            implements AddressChoice {
        public Chosen {
            addresses = List.copyOf(addresses);
            explanations = List.copyOf(explanations);
            verdicts = List.copyOf(verdicts);
        }
    }

    /// The guest reports no address to choose from, for example while it starts or while VMware Tools do not run.
    /// The Node keeps the addresses that it has.
    record Unreported(Reason reason, List<AddressVerdict> verdicts) implements AddressChoice {
        public Unreported {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// The guest reports addresses, but the rules choose none for the Node.
    record Unsatisfied(Reason reason, List<AddressVerdict> verdicts) implements AddressChoice {
        public Unsatisfied {
            verdicts = List.copyOf(verdicts);
        }
    }
}
