package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.GuestNic;
import java.util.List;

/// A port group that the configuration names for one type of address.
///
/// @param key the configuration key, for example `internalVmNetworkName`
/// @param name the name of the port group, compared without regard to case; empty if none is configured
record NetworkRule(String key, String name) {
    boolean isSet() {
        return !name.isEmpty();
    }

    private boolean names(GuestNic nic) {
        return isSet() && nic.network().equalsIgnoreCase(name);
    }

    /// Returns true if a port group is configured and none of these NICs is on it. A NIC counts even if it has no
    /// address.
    boolean isMissingFrom(List<GuestNic> nics) {
        return isSet() && nics.stream().noneMatch(this::names);
    }

    /// Returns the candidates whose NIC is on the configured port group.
    List<RankedCandidate> filter(List<RankedCandidate> candidates) {
        return candidates.stream()
                .filter(rankedCandidate -> names(rankedCandidate.candidate().nic()))
                .toList();
    }

    /// Returns the port group and its configuration key, for example `network "dmz" (externalVmNetworkName)`.
    @Override
    public String toString() {
        return "network \"" + name + "\" (" + key + ")";
    }
}
