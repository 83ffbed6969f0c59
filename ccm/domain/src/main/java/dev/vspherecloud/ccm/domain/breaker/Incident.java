package dev.vspherecloud.ccm.domain.breaker;

import java.util.Set;

/// A mass disappearance of VMs that no person has acknowledged yet.
///
/// @param id the id that a person writes to acknowledge the incident
/// @param cause one sentence for people
/// @param members the keys of the affected Nodes, see [NodePlacement#key]
public record Incident(String id, String cause, Set<String> members) {
    public Incident {
        members = Set.copyOf(members);
    }
}
