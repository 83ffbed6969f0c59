package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.vm.GuestNic;
import java.util.List;
import java.util.Optional;

/// A port group that the configuration names for one purpose.
///
/// @param key  where it stands in the configuration
/// @param name empty when none is named; upper and lower case are the same
record NetworkRule(String key, String name) {
    boolean isSet() {
        return !name.isEmpty();
    }

    private boolean names(GuestNic nic) {
        return isSet() && nic.network().equalsIgnoreCase(name);
    }

    /// A NIC counts whether or not it has an address.
    boolean isMissingFrom(List<GuestNic> nics) {
        return isSet() && nics.stream().noneMatch(this::names);
    }

    /// The first candidate on that network.
    Optional<AddressCandidate> first(List<AddressCandidate> candidates) {
        return candidates.stream().filter(candidate -> names(candidate.nic())).findFirst();
    }

    /// `network "dmz" (externalVmNetworkName)`
    @Override
    public String toString() {
        return "network \"" + name + "\" (" + key + ")";
    }
}
