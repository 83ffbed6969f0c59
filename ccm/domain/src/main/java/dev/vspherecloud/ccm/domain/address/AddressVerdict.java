package dev.vspherecloud.ccm.domain.address;

import java.util.List;

/// What became of one address that the guest reports, and the rule that decided.
///
/// @param address as reported
/// @param network the port group of its NIC; empty when that is none or not known
/// @param device  key of the virtual device, see [dev.vspherecloud.domain.vm.GuestNic]
/// @param chosen  as what the Node gets it; empty when it does not
/// @param rule    in words, as in `in 10.0.0.0/8 (internalNetworkSubnetCidr)` or `link-local`
public record AddressVerdict(String address, String network, int device, List<NodeAddress.Type> chosen, String rule) {
    public AddressVerdict {
        chosen = List.copyOf(chosen);
    }
}
