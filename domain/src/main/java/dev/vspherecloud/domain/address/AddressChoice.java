package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.reason.Reason;
import java.util.List;

/// Which addresses a Node gets, or why none.
public sealed interface AddressChoice {
    /// @param addresses the whole list for the Node, host name first
    /// @param grounds   in words, for each family and type: the rule that chose its address, or why it has none
    record Chosen(List<NodeAddress> addresses, List<String> grounds) implements AddressChoice {
        public Chosen {
            addresses = List.copyOf(addresses);
            grounds = List.copyOf(grounds);
        }
    }

    /// The guest reports nothing to choose from, as it does while it starts and while VMware Tools are away. It says
    /// nothing against the addresses that a Node has.
    record Unreported(Reason reason) implements AddressChoice {}

    /// There are addresses to choose from, and the rules leave a Node without one.
    record Unmet(Reason reason) implements AddressChoice {}
}
