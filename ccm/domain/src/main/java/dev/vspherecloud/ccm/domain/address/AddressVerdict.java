package dev.vspherecloud.ccm.domain.address;

import java.util.List;

/// The verdict on one address that the guest reports, and the rule that decided.
///
/// @param address as reported
/// @param network the port group of its NIC; empty if there is none or it is not known
/// @param device  key of the virtual device, see [dev.vspherecloud.domain.vm.GuestNic]
/// @param chosen  the types as which the Node gets it; empty if it does not get it
/// @param explanation    for people, as in `in 10.0.0.0/8 (internalNetworkSubnetCidr)` or `link-local`
public record AddressVerdict(
        String address, String network, int device, List<NodeAddress.Type> chosen, String explanation) {
    public AddressVerdict {
        chosen = List.copyOf(chosen);
    }
}
