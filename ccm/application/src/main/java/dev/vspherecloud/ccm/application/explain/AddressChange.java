package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// One address that the Node has or would get.
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

    /// Lists the addresses, those that the Node would have first. As long as no address is chosen, or the choice
    /// does not apply, the Node keeps what it has.
    ///
    /// @param choice empty if an initialised Node would not get what is chosen
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
