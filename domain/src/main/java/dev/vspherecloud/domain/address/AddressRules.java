package dev.vspherecloud.domain.address;

import java.util.List;

/// What the configuration says about the choice of addresses.
///
/// @param families which families a Node gets an address of, in this order; each must yield one. Never empty
/// @param networks which addresses are internal and which external
public record AddressRules(List<IpFamily> families, NodeNetworks networks) {
    public AddressRules {
        families = List.copyOf(families);
        if (families.isEmpty()) {
            throw new IllegalArgumentException("address rules name at least one IP family");
        }
    }

    /// The first usable address of each family is internal and external.
    public AddressRules(List<IpFamily> families) {
        this(families, NodeNetworks.ANY);
    }
}
