package dev.vspherecloud.ccm.domain.address;

import java.util.List;

/// The verdict on one address that the guest reports, and the rule that led to it.
///
/// @param address the address as the guest reports it
/// @param network the port group of the address's NIC; empty if there is none or it is not known
/// @param device the key of the NIC's virtual device, see [dev.vspherecloud.domain.vm.GuestNic]
/// @param chosen the types as which the Node gets the address; empty if the Node does not get it
/// @param explanation for people, for example `in 10.0.0.0/8 (internalNetworkSubnetCidr)` or `link-local`
public record AddressVerdict(
        String address, String network, int device, List<NodeAddress.Type> chosen, String explanation) {
    public AddressVerdict {
        chosen = List.copyOf(chosen);
    }
}
