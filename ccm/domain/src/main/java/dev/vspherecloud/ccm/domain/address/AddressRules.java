package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import java.util.List;

/// The settings of the configuration about the choice of addresses.
///
/// @param families     the families of which a Node gets an address, in this order. Never empty
/// @param familyPolicy what happens to a Node that lacks one of them
/// @param networks     which addresses are internal and external
public record AddressRules(List<IpFamily> families, FamilyPolicy familyPolicy, NodeNetworks networks) {
    public AddressRules {
        families = List.copyOf(families);
        if (families.isEmpty()) {
            throw new IllegalArgumentException("address rules name at least one IP family");
        }
    }
}
