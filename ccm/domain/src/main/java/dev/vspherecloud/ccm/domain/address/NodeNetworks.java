package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.Subnet;
import java.util.List;

/// The settings about a Node's internal and external addresses (section `nodes` of the configuration).
///
/// @param internal        subnets of internal addresses, in order of preference
/// @param external        subnets of external addresses, in order of preference
/// @param excludeInternal subnets whose addresses are never internal
/// @param excludeExternal subnets whose addresses are never external
/// @param internalNetwork name of the port group with internal addresses, in any case; empty if none is configured
/// @param externalNetwork name of the port group with external addresses, in any case; empty if none is configured
public record NodeNetworks(
        List<Subnet> internal,
        List<Subnet> external,
        List<Subnet> excludeInternal,
        List<Subnet> excludeExternal,
        String internalNetwork,
        String externalNetwork) {
    /// The settings if nothing is configured: the first usable address is both internal and external.
    public static final NodeNetworks ANY = new NodeNetworks(List.of(), List.of(), List.of(), List.of(), "", "");

    public NodeNetworks {
        internal = List.copyOf(internal);
        external = List.copyOf(external);
        excludeInternal = List.copyOf(excludeInternal);
        excludeExternal = List.copyOf(excludeExternal);
    }
}
