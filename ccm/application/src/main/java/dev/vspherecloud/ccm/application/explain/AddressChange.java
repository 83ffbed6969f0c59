package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// One address that the Node has or would get, and whether it stays, is added or is removed.
record AddressChange(NodeAddress address, Kind kind) {
    enum Kind {
        STAYS("stays"),
        ADDED("added"),
        REMOVED("removed");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /// Returns the addresses of a Node: first those that it would have, then those that it would lose. If no
    /// addresses are chosen, the Node keeps all that it has.
    ///
    /// @param present the addresses that the Node has now
    /// @param choice the choice of addresses; empty if the provider would not apply it to the Node
    static List<AddressChange> of(List<NodeAddress> present, Optional<AddressChoice> choice) {
        List<NodeAddress> wanted = choice.filter(AddressChoice.Chosen.class::isInstance)
                .map(AddressChoice.Chosen.class::cast)
                .map(AddressChoice.Chosen::addresses)
                .orElse(present);
        var changes = new ArrayList<AddressChange>();
        wanted.forEach(address ->
                changes.add(new AddressChange(address, present.contains(address) ? Kind.STAYS : Kind.ADDED)));
        var gone = new LinkedHashSet<>(present);
        wanted.forEach(gone::remove);
        gone.forEach(address -> changes.add(new AddressChange(address, Kind.REMOVED)));
        return changes;
    }
}
