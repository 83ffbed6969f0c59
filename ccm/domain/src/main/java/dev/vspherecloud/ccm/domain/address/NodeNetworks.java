package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.Subnet;
import java.util.List;

/// Where the configuration says a Node's internal and external addresses are (section `nodes`).
///
/// @param internal        ranges of internal addresses, in order of preference
/// @param external        ranges of external addresses, in order of preference
/// @param excludeInternal ranges whose addresses are never internal
/// @param excludeExternal ranges whose addresses are never external
/// @param internalNetwork name of the port group with internal addresses, whatever case; empty when none is named
/// @param externalNetwork name of the port group with external addresses, whatever case; empty when none is named
public record NodeNetworks(
        List<Subnet> internal,
        List<Subnet> external,
        List<Subnet> excludeInternal,
        List<Subnet> excludeExternal,
        String internalNetwork,
        String externalNetwork) {
    /// Nothing is said, so the first usable address is both.
    public static final NodeNetworks ANY = new NodeNetworks(List.of(), List.of(), List.of(), List.of(), "", "");

    public NodeNetworks {
        internal = List.copyOf(internal);
        external = List.copyOf(external);
        excludeInternal = List.copyOf(excludeInternal);
        excludeExternal = List.copyOf(excludeExternal);
    }
}
