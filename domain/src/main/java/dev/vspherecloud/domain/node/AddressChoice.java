package dev.vspherecloud.domain.node;

import java.util.List;

/// Which addresses a Node gets, or why none.
public sealed interface AddressChoice {
    /// @param addresses the whole list for the Node, host name first
    record Chosen(List<NodeAddress> addresses) implements AddressChoice {
        public Chosen {
            addresses = List.copyOf(addresses);
        }
    }

    /// The guest's report does not suffice; what the Node has stays.
    record None(Reason reason) implements AddressChoice {}
}
