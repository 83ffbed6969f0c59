package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.reason.Reason;
import java.util.List;
import java.util.Optional;

/// Which addresses a Node gets, or why none.
public sealed interface AddressChoice {
    /// What became of every address in the report, in its order.
    List<AddressVerdict> verdicts();

    /// @param addresses the whole list for the Node
    /// @param grounds   in words, for each family and type: the rule that chose its address, or why it has none
    /// @param shortfall the family that is missing where it is not required
    record Chosen(
            List<NodeAddress> addresses,
            List<String> grounds,
            List<AddressVerdict> verdicts,
            Optional<Reason> shortfall)
            implements AddressChoice {
        public Chosen {
            addresses = List.copyOf(addresses);
            grounds = List.copyOf(grounds);
            verdicts = List.copyOf(verdicts);
        }
    }

    /// The guest reports nothing to choose from, as it does while it starts and while VMware Tools are away. It says
    /// nothing against the addresses that a Node has.
    record Unreported(Reason reason, List<AddressVerdict> verdicts) implements AddressChoice {
        public Unreported {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// There are addresses to choose from, and the rules leave a Node without one.
    record Unmet(Reason reason, List<AddressVerdict> verdicts) implements AddressChoice {
        public Unmet {
            verdicts = List.copyOf(verdicts);
        }
    }
}
