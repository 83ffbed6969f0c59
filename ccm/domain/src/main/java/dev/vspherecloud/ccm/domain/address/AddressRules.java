package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import java.util.List;

/// The configured rules for the choice of a Node's addresses.
///
/// @param families the IP families of which a Node gets addresses, in this order. Never empty
/// @param familyPolicy says whether a Node that lacks an address of one family may be initialised
/// @param networks the settings that tell internal from external addresses
public record AddressRules(List<IpFamily> families, FamilyPolicy familyPolicy, NodeNetworks networks) {
    public AddressRules {
        families = List.copyOf(families);
        if (families.isEmpty()) {
            throw new IllegalArgumentException("address rules name at least one IP family");
        }
    }
}
