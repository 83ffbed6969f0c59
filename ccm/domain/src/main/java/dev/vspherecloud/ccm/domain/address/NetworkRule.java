package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.GuestNic;
import java.util.List;

/// A port group that the configuration names for one type of address.
///
/// @param key  the key in the configuration
/// @param name empty if none is configured; compared without regard to case
record NetworkRule(String key, String name) {
    boolean isSet() {
        return !name.isEmpty();
    }

    private boolean names(GuestNic nic) {
        return isSet() && nic.network().equalsIgnoreCase(name);
    }

    /// Returns true if no NIC is on the network. NICs without an address count too.
    boolean isMissingFrom(List<GuestNic> nics) {
        return isSet() && nics.stream().noneMatch(this::names);
    }

    /// Returns the candidates on that network.
    List<RankedCandidate> filter(List<RankedCandidate> candidates) {
        return candidates.stream()
                .filter(rankedCandidate -> names(rankedCandidate.candidate().nic()))
                .toList();
    }

    /// Returns `network "dmz" (externalVmNetworkName)`, for example.
    @Override
    public String toString() {
        return "network \"" + name + "\" (" + key + ")";
    }
}
