package dev.vspherecloud.domain.address;

/// An address that a rule chose for a Node.
///
/// @param rule in words, as in `in 10.1.0.0/16 (internalNetworkSubnetCidr)`
record AddressPick(NodeAddress address, String rule) {
    NodeAddress.Type type() {
        return address.type();
    }
}
