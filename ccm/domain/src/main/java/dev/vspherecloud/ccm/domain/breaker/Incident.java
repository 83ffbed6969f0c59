package dev.vspherecloud.ccm.domain.breaker;

import java.util.Set;

/// Many VMs disappeared at once, and nobody has looked yet.
///
/// @param id      what a person acknowledges
/// @param cause   in words
/// @param members keys of the Nodes, see [NodePlacement#key]
public record Incident(String id, String cause, Set<String> members) {
    public Incident {
        members = Set.copyOf(members);
    }
}
