package dev.vspherecloud.csi.domain.placement;

import java.util.List;
import java.util.Map;

/// The facts about datastores that vCenter tells only on request. A missing fact is not known, and refuses no
/// datastore: CNS itself checks it again.
///
/// @param freeBytes         the free space, by [DatastoreState#id]
/// @param missingPrivileges the privileges that the account lacks, by id; an empty list if it lacks none
/// @param policyProblems    why a datastore does not comply with the storage policy, by id
public record DatastoreFacts(
        Map<String, Long> freeBytes, Map<String, List<String>> missingPrivileges, Map<String, String> policyProblems) {
    /// Nothing is known.
    public static final DatastoreFacts NONE = new DatastoreFacts(Map.of(), Map.of(), Map.of());

    public DatastoreFacts {
        freeBytes = Map.copyOf(freeBytes);
        missingPrivileges = Map.copyOf(missingPrivileges);
        policyProblems = Map.copyOf(policyProblems);
    }
}
