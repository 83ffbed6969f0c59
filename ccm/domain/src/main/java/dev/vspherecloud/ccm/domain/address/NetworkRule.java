package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.GuestNic;
import java.util.List;

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

    /// The candidates on that network.
    List<RankedCandidate> on(List<RankedCandidate> candidates) {
        return candidates.stream()
                .filter(rankedCandidate -> names(rankedCandidate.candidate().nic()))
                .toList();
    }

    /// `network "dmz" (externalVmNetworkName)`
    @Override
    public String toString() {
        return "network \"" + name + "\" (" + key + ")";
    }
}
