package dev.vspherecloud.domain.node;

import java.util.List;

/// What VMware Tools last reported from inside the VM.
///
/// @param hostName empty when Tools do not say
/// @param nics     in the order of the report
public record Guest(String hostName, List<GuestNic> nics) {
    public Guest {
        nics = List.copyOf(nics);
    }
}
