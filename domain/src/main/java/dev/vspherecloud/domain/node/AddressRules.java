package dev.vspherecloud.domain.node;

import java.util.List;

/// What the configuration says about the choice of addresses.
///
/// @param families which families a Node gets an address of, in this order; each must yield one. Never empty
public record AddressRules(List<IpFamily> families) {
    public AddressRules {
        families = List.copyOf(families);
        if (families.isEmpty()) {
            throw new IllegalArgumentException("address rules name at least one IP family");
        }
    }
}
